/** Words as an address calls them: "Dienos bilietas vaikui" → "dienos-bilietas-vaikui". */
export const slugOf = (name: string): string =>
  folded(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** A text without case and marks, so that "Zirmunai" is "Žirmūnai". */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
