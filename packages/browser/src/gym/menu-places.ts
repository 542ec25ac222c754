/**
 * The places of links on the site. MORE: the phone's menu, below the links of the header.
 * DOCUMENTS: the footer's small print.
 */
export const menuPlaces = ["HEADER", "MORE", "FOOTER_FIRST", "FOOTER_SECOND", "DOCUMENTS"] as const;
export type MenuPlace = (typeof menuPlaces)[number];
