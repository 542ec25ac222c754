const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * A text as a cell of a table that people open in a spreadsheet program. Such programs take what begins like a formula for one;
 * a leading apostrophe makes it text, for them and for us. Every file of ours with a text that somebody typed is written by this.
 */
export const asCellText = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text of a cell that `asCellText` wrote, or a spreadsheet program. */
export const fromCellText = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);
