import { isCampaignCode } from "@uola/contract/registration";
import { instantOf } from "@uola/words/formats";
import { describe, expect, test } from "vitest";
import { type Campaign, leftUntil, nextAfter, openOrNextCampaign, stateOf } from "./campaigns.ts";

const campaign = (code: string, opens: string, closes: string): Campaign => ({
  code,
  name: code,
  lead: "",
  opens,
  closes,
  services: [],
});
const autumn = campaign("250908", "2025-09-08T09:00:00.000Z", "2025-09-15T21:00:00.000Z");
const winter = campaign("261207", "2026-12-07T10:00:00.000Z", "2026-12-20T22:00:00.000Z");
const spring = campaign("270301", "2027-03-01T10:00:00.000Z", "2027-03-10T22:00:00.000Z");
const all = [spring, autumn, winter];
const at = (moment: string) => new Date(moment);

test.each([
  ["2026-12-07T09:59:59.999Z", "before"],
  ["2026-12-07T10:00:00.000Z", "open"],
  ["2026-12-20T21:59:59.999Z", "open"],
  ["2026-12-20T22:00:00.000Z", "over"],
])("at %s the campaign is in the state %s", (moment, state) => expect(stateOf(winter, at(moment))).toBe(state));

describe("days when the clocks change", () => {
  test.each([
    // From the previous noon to this noon there are 23 hours in March and 25 in October; noon means
    // local noon.
    ["2027-03-28", "2027-03-28T09:00:00.000Z", 23],
    ["2026-10-25", "2026-10-25T10:00:00.000Z", 25],
  ])("a campaign opens at local noon on %s, when the clocks change", (day, opens, hours) => {
    const noon = instantOf(day, 12);
    expect(noon.toISOString()).toBe(opens);
    const midnightBefore = instantOf(day);
    const one = campaign("270328", opens, new Date(noon.getTime() + 1).toISOString());
    expect([new Date(noon.getTime() - 1), noon, new Date(noon.getTime() + 1)].map((now) => stateOf(one, now))).toEqual([
      "before",
      "open",
      "over",
    ]);
    // From noon on the day before to noon, across the night of the clock change.
    const dayBefore = new Date(midnightBefore.getTime() - 12 * 3_600_000);
    expect(leftUntil(opens, dayBefore)).toEqual({
      days: hours > 24 ? 1 : 0,
      hours: hours % 24,
      minutes: 0,
      seconds: 0,
    });
  });
});

test("returns the time left until a moment in whole units, and zero after that moment", () => {
  expect(leftUntil(winter.opens, at("2026-12-03T14:39:59.001Z"))).toEqual({
    days: 3,
    hours: 19,
    minutes: 20,
    seconds: 0,
  });
  expect(leftUntil(winter.opens, at("2026-12-07T10:00:00.001Z"))).toEqual({
    days: 0,
    hours: 0,
    minutes: 0,
    seconds: 0,
  });
});

test("the site announces the open campaign, or the next one within thirty days", () => {
  const near = (moment: string) => openOrNextCampaign(all, at(moment))?.code;
  expect(near("2026-12-10T00:00:00Z")).toBe("261207");
  expect(near("2026-11-07T10:00:00.000Z")).toBe("261207");
  expect(near("2026-11-07T09:59:59.999Z")).toBeUndefined();
  expect(near("2028-01-01T00:00:00Z")).toBeUndefined();
});

test("a finished campaign links to the open or next campaign, if there is one", () => {
  expect(nextAfter(all, autumn, at("2026-11-23T00:00:00Z"))?.code).toBe("261207");
  expect(nextAfter(all, winter, at("2026-12-24T00:00:00Z"))?.code).toBe("270301");
  expect(nextAfter(all, spring, at("2027-04-01T00:00:00Z"))).toBeUndefined();
});

test.each([
  ["250908", true],
  ["251332", false],
  ["20250908", false],
  ["private", false],
])("checks whether %s is a campaign code: %s", (text, is) => expect(isCampaignCode(text)).toBe(is));
