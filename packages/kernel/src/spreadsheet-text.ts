const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * Escapes text for a CSV cell. Spreadsheet programs treat text that begins like a formula as a
 * formula. A leading apostrophe makes it plain text, both for these programs and for
 * `fromCellText`. Every exported file with user-entered text uses this function.
 */
export const escapeCsvFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Returns the text of a cell written by `asCellText` or by a spreadsheet program. */
export const unescapeCsvFormula = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);
