import type { ItemData } from "@uola/contract";
import { applicationState } from "@uola/contract/application";
import type { SiteLists } from "@uola/data";
import type { Database } from "@uola/database";

/**
 * Returns the title of a project page that accepts applications by form on that day. Returns
 * undefined if it accepts none.
 */
export async function openApplicationTitle(
  db: Database,
  siteLists: SiteLists,
  path: string,
  today: string,
): Promise<string | undefined> {
  const [pages, projects] = await Promise.all([siteLists.findAny("ProjectPages"), siteLists.findAny("Projects")]);
  const page = (await pages.items(db)).find((each) => each.path === path);
  const isShown = page && (await projects.items(db)).some(({ _id }) => _id === page.project);
  return isShown && partsOf(page).some((part) => takesForm(part, today)) ? textOf(page.title) : undefined;
}

const partsOf = ({ sections }: ItemData) => (Array.isArray(sections) ? (sections as ItemData[]) : []);
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/**
 * Whether a page section accepts applications by form. A section without a date is not open. If a
 * section has a service, people apply by booking that service.
 */
function takesForm({ kind, from, until, service }: ItemData, today: string): boolean {
  const days = { from: textOf(from), until: textOf(until) };
  const isForm = kind === "apply" && !textOf(service) && (days.from !== "" || days.until !== "");
  return isForm && applicationState(days, today) === "open";
}
