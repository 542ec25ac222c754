/** Where the tab keeps the way back to where somebody was sent from. */
export const keptName = "uola.wayBack";
