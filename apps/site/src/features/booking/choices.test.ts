import { expect, test } from "vitest";
import { activity } from "./booking.fixture.ts";
import { byAgeOf, centsOf, chosenOf, countsOf } from "./choices.ts";
import { emptyDraft } from "./draft.ts";
import { participantsOf, wantsNames } from "./participants.ts";

const start = "2026-09-10T15:00:00Z";

const option = "0199e3a0-0000-7000-8000-00000000000a";
const variant = (custom: string, cents: number) => ({
  key: `${option} ${custom}`,
  label: custom,
  cents,
  choices: [{ optionId: option, custom }],
});
const priced = activity({ variants: [variant("Suaugęs", 1200), variant("Vaikas", 800)] });
const keyOf = (custom: string) => `${option} ${custom}`;

test("participants who have not chosen get the first choice", () => {
  const counts = (participants: number, choices: Record<string, number>) =>
    chosenOf(priced, { participants, choices }).map(({ count }) => count);
  expect(counts(3, {})).toEqual([3, 0]);
  expect(counts(3, { [keyOf("Vaikas")]: 2 })).toEqual([1, 2]);
  expect(counts(2, { "of another activity": 5 })).toEqual([2, 0]);
});

test("adds up the prices of the choices and sends the number of people for each choice", () => {
  const draft = { ...emptyDraft, participants: 3, choices: { [keyOf("Vaikas")]: 2 } };
  expect(centsOf(priced, draft, start)).toBe(2800);
  expect(countsOf(priced, draft)).toEqual({
    participantsChoices: {
      serviceChoices: [
        { numberOfParticipants: 1, choices: [{ optionId: option, custom: "Suaugęs" }] },
        { numberOfParticipants: 2, choices: [{ optionId: option, custom: "Vaikas" }] },
      ],
    },
  });
  expect(countsOf(activity(), draft)).toEqual({ totalParticipants: 3 });
  expect(centsOf(activity({ price: { kind: "free" } }), draft, start)).toBe(0);
  expect(centsOf(activity({ price: { kind: "unknown", words: "?" } }), draft, start)).toBeUndefined();
});

test("age prices require birth years and determine the total, and the birth years are sent with the participants", () => {
  const byAge = activity({ agePrices: [{ group: "CHILD", ages: { max: 12 }, cents: 1500 }] });
  expect(wantsNames(byAge, 1)).toBe(true);
  const draft = {
    ...emptyDraft,
    participants: 3,
    firstName: "Ona",
    lastName: "Sava",
    birthYear: "1990",
    names: [
      { firstName: "Jonas", lastName: "", birthYear: "2016" },
      { firstName: "Elzė", lastName: "" },
    ],
  };
  expect(byAgeOf(byAge, draft, start)).toEqual([
    { group: null, cents: 2500, count: 2 },
    { group: "CHILD", cents: 1500, count: 1 },
  ]);
  expect(centsOf(byAge, draft, start)).toBe(6500);
  expect(participantsOf(draft, byAge)?.map(({ birthYear }) => birthYear)).toEqual([1990, 2016, undefined]);
  expect(byAgeOf(activity(), draft, start)).toEqual([]);
});
