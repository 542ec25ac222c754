/** The session storage key of the return link. */
export const keptName = "uola.wayBack";
