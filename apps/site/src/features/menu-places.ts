/** Where links of the site stand. MORE: the phone's menu, below the header's. DOCUMENTS: the footer's small print. */
export const menuPlaces = ["HEADER", "MORE", "FOOTER_FIRST", "FOOTER_SECOND", "DOCUMENTS"] as const;
export type MenuPlace = (typeof menuPlaces)[number];
