import { expect, test } from "vitest";
import { type FormEvent, type FormState, filling, nextFormState, type Refused } from "./form-state.ts";

type Problem = { field: "email"; what: "missing" };
type State = FormState<Problem, Refused<Problem>>;
type Event = FormEvent<Problem, Refused<Problem>>;

const missing: Problem = { field: "email", what: "missing" };
const states: Record<State["at"], State> = {
  filling: { at: "filling", problems: [missing], refusal: { why: "full" } },
  sending: { at: "sending" },
  sent: { at: "sent" },
};
const events: Record<string, Event> = {
  check: { event: "check", problems: [] },
  "check with problems": { event: "check", problems: [missing] },
  send: { event: "send" },
  "refuse full": { event: "refuse", refusal: { why: "full" } },
  "refuse fields": { event: "refuse", refusal: { why: "fields", problems: [missing] } },
  succeed: { event: "succeed" },
  edit: { event: "edit", fields: ["email"] },
  "edit another field": { event: "edit", fields: ["name"] },
  restart: { event: "restart" },
};
const same = "the same";
const table: Record<string, Record<State["at"], State | typeof same>> = {
  check: { filling, sending: same, sent: same },
  "check with problems": { filling: { at: "filling", problems: [missing] }, sending: same, sent: same },
  // A draft with problems is not sent.
  send: { filling: same, sending: same, sent: same },
  "refuse full": { filling: same, sending: { at: "filling", problems: [], refusal: { why: "full" } }, sent: same },
  "refuse fields": {
    filling: same,
    sending: { at: "filling", problems: [missing], refusal: { why: "fields", problems: [missing] } },
    sent: same,
  },
  succeed: { filling: same, sending: { at: "sent" }, sent: same },
  edit: { filling: { at: "filling", problems: [], refusal: { why: "full" } }, sending: same, sent: same },
  "edit another field": { filling: same, sending: same, sent: same },
  restart: { filling, sending: same, sent: filling },
};
const cells = Object.entries(table).flatMap(([event, row]) =>
  Object.entries(row).map(([at, expected]) => [event, at as State["at"], expected] as const),
);

test.each(cells)('handles the event "%s" in the state "%s"', (event, at, expected) => {
  expect(nextFormState(states[at], events[event] as Event)).toEqual(expected === same ? states[at] : expected);
});

test("sends a draft without problems", () =>
  expect(nextFormState<Problem, Refused<Problem>>(filling, { event: "send" })).toEqual({ at: "sending" }));
