import { capital, monthHeading } from "@uola/words/formats";

/** "2026 m. rugsėjis" of "2026-09". */
export const titleOfMonth = (month: string): string => capital(monthHeading(`${month}-01`));
