import { describe, expect, test } from "vitest";
import { campaignCovers, campaignRules, registrationOpensAt } from "./registration.ts";

const at = (moment: string) => new Date(moment);
const window = (opens: string, closes: string) => ({ opens: at(opens), closes: at(closes) });
const winter = window("2026-12-07T10:00:00.000Z", "2026-12-20T22:00:00.000Z");
const spring = window("2027-03-01T10:00:00.000Z", "2027-03-10T22:00:00.000Z");

describe("registrationOpens", () => {
  test.each([
    ["one millisecond before the opening", "2026-12-07T09:59:59.999Z", winter.opens],
    ["at the opening", "2026-12-07T10:00:00.000Z", null],
    ["one millisecond before the end", "2026-12-20T21:59:59.999Z", null],
    ["at the end", "2026-12-20T22:00:00.000Z", null],
  ])("returns when registration opens, or null if it is open: %s", (_, now, opens) =>
    expect(registrationOpensAt([winter], at(now))).toEqual(opens),
  );

  test.each([
    ["before both, the earlier one applies", "2026-12-01T00:00:00Z", winter.opens],
    ["while the first is open, the second has no effect", "2026-12-10T00:00:00Z", null],
    ["between both, the second one applies", "2027-01-01T00:00:00Z", spring.opens],
    ["after both, registration is not restricted", "2027-04-01T00:00:00Z", null],
  ])("combines two campaigns for one group: %s", (_, now, opens) => {
    expect(registrationOpensAt([spring, winter], at(now))).toEqual(opens);
  });

  test("does not restrict registration without campaigns", () => {
    for (const none of [undefined, null, []]) expect(registrationOpensAt(none, at("2026-01-01T00:00:00Z"))).toBeNull();
  });

  test.each([
    ["2027-03-28", "2027-03-28T09:00:00.000Z"],
    ["2026-10-25", "2026-10-25T10:00:00.000Z"],
  ])("opens registration at noon in Vilnius on %s, a day on which the clocks change", (_, noon) => {
    const changed = window(noon, "2027-12-31T00:00:00Z");
    expect(registrationOpensAt([changed], new Date(Date.parse(noon) - 1))).toEqual(at(noon));
    expect(registrationOpensAt([changed], at(noon))).toBeNull();
  });
});

describe("campaignRules", () => {
  const item = {
    code: "261207",
    name: "Žiema",
    opens: { $date: "2026-12-07T10:00:00Z" },
    closes: "2026-12-20T22:00:00Z",
  };
  test("reads a campaign item with its services", () => {
    expect(campaignRules({ ...item, services: ["gekonai", " ", 5] })).toEqual({
      code: "261207",
      ...winter,
      services: ["gekonai"],
    });
  });
  test.each([
    ["has no valid code", { code: "261399" }],
    ["has no name", { name: " " }],
    ["has no valid opening time", { opens: "soon" }],
    ["closes before it opens", { closes: "2026-12-01T00:00:00Z" }],
  ])("ignores a campaign item that %s", (_, wrong) => expect(campaignRules({ ...item, ...wrong })).toBeUndefined());
});

describe("registersFor", () => {
  const group = { type: "CLASS", supportedSlugs: [{ name: "old" }, { name: "new" }], category: { kind: "children" } };
  test.each([
    ["includes a service named by its previous slug", ["old"], {}, true],
    ["excludes a service that is not named", ["other"], {}, false],
    ["includes every children's group if no service is named", [], {}, true],
    ["includes every training if no service is named", [], { category: { kind: "trainings" } }, true],
    ["excludes rope climbing if no service is named", [], { category: { kind: "ropes" } }, false],
    ["excludes camps if no service is named", [], { role: "camp" }, false],
    ["excludes appointments if no service is named", [], { type: "APPOINTMENT" }, false],
  ])("determines which services a campaign covers: %s", (_, services, part, is) =>
    expect(campaignCovers({ services }, { ...group, ...part })).toBe(is),
  );
});
