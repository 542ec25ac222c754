/** The registration period for the groups of a campaign. */
export type RegistrationWindow = { opens: Date; closes: Date };

/** A published campaign, reduced to the fields needed by the rules. */
export type CampaignRules = RegistrationWindow & {
  /** Identifies the campaign in URLs: its opening day as YYMMDD. */
  code: string;
  /** Slugs of its services. If empty: all groups for children and all trainings. */
  services: string[];
};

export const isCampaignCode = (text: string): boolean => /^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text);

/**
 * Returns the rules of an item of the campaign list; undefined if the item is incomplete. Runs in
 * browsers and on servers, so that the page of the season and the platform interpret the item
 * identically.
 */
export function campaignRules(item: Readonly<Record<string, unknown>>): CampaignRules | undefined {
  const [code, name] = [textOf(item.code), textOf(item.name)];
  const [opens, closes] = [momentOf(item.opens), momentOf(item.closes)];
  if (!isCampaignCode(code) || !name || !opens || !closes || opens >= closes) return undefined;
  const services = Array.isArray(item.services) ? item.services.map(textOf).filter(Boolean) : [];
  return { code, opens, closes, services };
}

type CampaignService = {
  supportedSlugs: readonly { name: string }[];
  category?: { kind?: string | null | undefined } | null | undefined;
  role?: string | null | undefined;
  type: string;
};

/**
 * Whether a campaign covers a service. A campaign lists services by any current or former slug; a
 * campaign without a list covers every group.
 */
export function campaignCovers({ services }: Pick<CampaignRules, "services">, service: CampaignService): boolean {
  if (services.length > 0) return service.supportedSlugs.some(({ name }) => services.includes(name));
  const { category, role, type } = service;
  const isGroup = type === "CLASS" || type === "COURSE";
  return isGroup && (category?.kind === "children" || category?.kind === "trainings") && role !== "camp";
}

/**
 * Returns when registration for a service opens; null if the service can be booked now. If several
 * campaigns cover the service, one open campaign is enough; otherwise the next one counts. After
 * the last campaign has closed, nothing is restricted.
 */
export function registrationOpensAt(windows: readonly RegistrationWindow[] | null | undefined, now: Date): Date | null {
  let next: Date | null = null;
  for (const { opens, closes } of windows ?? []) {
    if (opens <= now && now < closes) return null;
    if (opens > now && (!next || opens < next)) next = opens;
  }
  return next;
}

const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

function momentOf(value: unknown): Date | undefined {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  const at = new Date(typeof text === "string" || text instanceof Date ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
