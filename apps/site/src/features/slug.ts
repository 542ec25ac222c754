/** Returns the slug for a name: "Dienos bilietas vaikui" → "dienos-bilietas-vaikui". */
export const slugOf = (name: string): string =>
  foldDiacritics(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Folds case and removes diacritics, so that "Zirmunai" matches "Žirmūnai". */
export const foldDiacritics = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
