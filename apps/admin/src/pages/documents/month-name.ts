import { capitalized, monthHeading } from "@uola/words/formats";

/** Formats "2026-09" as "2026 m. rugsėjis". */
export const titleOfMonth = (month: string): string => capitalized(monthHeading(`${month}-01`));
