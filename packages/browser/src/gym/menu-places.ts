/**
 * The positions of links on the site. MORE: the menu on phones, below the links of the header.
 * DOCUMENTS: the small print in the footer.
 */
export const menuPlaces = ["HEADER", "MORE", "FOOTER_FIRST", "FOOTER_SECOND", "DOCUMENTS"] as const;
export type MenuPlace = (typeof menuPlaces)[number];
