/** Returns the printed form of a document number: "KAL 000412". */
export const formatDocumentNumber = ({ series, number }: { series: string; number: number }): string =>
  `${series} ${String(number).padStart(6, "0")}`;
