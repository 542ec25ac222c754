import type { CategoryKind, ServiceRole } from "@uola/contract";
import { asked } from "./asked.ts";

export type Answers = { [Name in keyof typeof asked]?: (typeof asked)[Name][number] };

/** The properties of a service that are needed for suggestions. */
export type Candidate = { kind: CategoryKind; role: ServiceRole | null };

const shown = 3;

/** Parses the answers in the URL; undefined while a required answer is missing. */
export function answersOf(search: URLSearchParams): Answers | undefined {
  const said = <Name extends keyof typeof asked>(name: Name) =>
    asked[name].find((value) => value === search.get(name)) as Answers[Name];
  const [who, been, want] = [said("who"), said("been"), said("want")];
  if (who === "child" || (who && been === "never")) return { who, ...(been && { been }), ...(want && { want }) };
  return who && been && want ? { who, been, want } : undefined;
}

/**
 * Returns the suitable services of the catalogue, best first. They are selected by kind and role,
 * not by name.
 */
export function fitting<Of extends Candidate>({ who, been, want }: Answers, candidates: readonly Of[]): Of[] {
  const kind = (...kinds: CategoryKind[]) =>
    kinds.flatMap((each) => candidates.filter((one) => one.kind === each && !one.role));
  const role = (...roles: ServiceRole[]) => roles.flatMap((each) => candidates.filter((one) => one.role === each));
  const found = () => {
    if (who === "child") return kind("children");
    if (want === "together") return [...role("group"), ...kind(been === "never" ? "firstTime" : "bouldering")];
    if (been === "never") return want === "rope" ? [...kind("firstTime"), ...role("belayCourse")] : kind("firstTime");
    if (want === "rope") return been === "often" ? role("belayTest", "belayCourse") : role("belayCourse", "belayTest");
    if (want === "stronger") return [...kind("trainings"), ...role("individual")];
    return kind("bouldering", "firstTime");
  };
  return found().slice(0, shown);
}
