import { expect, test } from "vitest";
import { actorName } from "./actor-name.ts";

test("the history shows the name of the person or program, or a generic word for the actor", () => {
  const by = (kind: "visitor" | "member" | "apiKey" | "system", name: string | null = null) =>
    actorName({ actor: { kind, id: "x", name } });
  expect([by("member", "Ona Onaitė"), by("visitor"), by("member"), by("system")]).toEqual([
    "Ona Onaitė",
    "lankytojas",
    "kažkas",
    "sistema",
  ]);
  expect([by("apiKey", "Kasa"), by("apiKey")]).toEqual(["programa „Kasa“", "programa"]);
});
