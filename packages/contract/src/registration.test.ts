import { describe, expect, test } from "vitest";
import { campaignRules, registersFor, registrationOpens } from "./registration.ts";

const at = (moment: string) => new Date(moment);
const window = (opens: string, closes: string) => ({ opens: at(opens), closes: at(closes) });
const winter = window("2026-12-07T10:00:00.000Z", "2026-12-20T22:00:00.000Z");
const spring = window("2027-03-01T10:00:00.000Z", "2027-03-10T22:00:00.000Z");

describe("the opening of a registration", () => {
  test.each([
    ["one millisecond before", "2026-12-07T09:59:59.999Z", winter.opens],
    ["at the opening", "2026-12-07T10:00:00.000Z", null],
    ["one millisecond before the end", "2026-12-20T21:59:59.999Z", null],
    ["after the end", "2026-12-20T22:00:00.000Z", null],
  ])("%s", (_, now, opens) => expect(registrationOpens([winter], at(now))).toEqual(opens));

  test.each([
    ["before both, the earlier one counts", "2026-12-01T00:00:00Z", winter.opens],
    ["while the first is open, the second restricts nothing", "2026-12-10T00:00:00Z", null],
    ["between both, the second one counts", "2027-01-01T00:00:00Z", spring.opens],
    ["after both, nothing is restricted", "2027-04-01T00:00:00Z", null],
  ])("of two campaigns for one group: %s", (_, now, opens) => {
    expect(registrationOpens([spring, winter], at(now))).toEqual(opens);
  });

  test("is not restricted without campaigns", () => {
    for (const none of [undefined, null, []]) expect(registrationOpens(none, at("2026-01-01T00:00:00Z"))).toBeNull();
  });

  test.each([
    ["2027-03-28", "2027-03-28T09:00:00.000Z"],
    ["2026-10-25", "2026-10-25T10:00:00.000Z"],
  ])("is noon in Vilnius on %s, when the clocks change", (_, noon) => {
    const changed = window(noon, "2027-12-31T00:00:00Z");
    expect(registrationOpens([changed], new Date(Date.parse(noon) - 1))).toEqual(at(noon));
    expect(registrationOpens([changed], at(noon))).toBeNull();
  });
});

describe("an item of the list of campaigns", () => {
  const item = {
    code: "261207",
    name: "Žiema",
    opens: { $date: "2026-12-07T10:00:00Z" },
    closes: "2026-12-20T22:00:00Z",
  };
  test("is read with its services", () => {
    expect(campaignRules({ ...item, services: ["gekonai", " ", 5] })).toEqual({
      code: "261207",
      ...winter,
      services: ["gekonai"],
    });
  });
  test.each([
    ["has no valid code", { code: "261399" }],
    ["has no name", { name: " " }],
    ["has no opening", { opens: "soon" }],
    ["closes before it opens", { closes: "2026-12-01T00:00:00Z" }],
  ])("restricts nothing when it %s", (_, wrong) => expect(campaignRules({ ...item, ...wrong })).toBeUndefined());
});

describe("a campaign registers", () => {
  const group = { type: "CLASS", supportedSlugs: [{ name: "old" }, { name: "new" }], category: { kind: "children" } };
  test.each([
    ["for a service by an address it had before", ["old"], {}, true],
    ["not for a service it does not name", ["other"], {}, false],
    ["for every group of children when it names none", [], {}, true],
    ["for every training when it names none", [], { category: { kind: "trainings" } }, true],
    ["not for ropes when it names none", [], { category: { kind: "ropes" } }, false],
    ["not for camps when it names none", [], { role: "camp" }, false],
    ["not for appointments when it names none", [], { type: "APPOINTMENT" }, false],
  ])("%s", (_, services, part, is) => expect(registersFor({ services }, { ...group, ...part })).toBe(is));
});
