import { language } from "@uola/words/language";

const units = ["B", "kB", "MB", "GB", "TB"];

/** Formats a size in bytes: 1 536 000 → "1,5 MB", in English "1.5 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1000 ** power)}\u00a0${units[power]}`;
}
