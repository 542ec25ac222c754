import type { Database } from "@uola/database";
import { expect, test } from "vitest";
import { createEventRegistry, defineEvent } from "./events.ts";

const opened = defineEvent<{ id: string }>("opened");
const closed = defineEvent<{ id: string }>("closed");
const tx = { transaction: "this one" } as unknown as Database;

/** Creates a registry whose subscribers record their names. */
function recordingRegistry() {
  const events = createEventRegistry();
  const notes: string[] = [];
  const subscribe = (name: string, before: string[] = [], event = opened) =>
    events.subscribe(event, { name, before }, async (_, { id }) => void notes.push(`${name} ${id}`));
  return { events, notes, subscribe };
}

test("passes the transaction and payload only to the subscribers of the event", async () => {
  const events = createEventRegistry();
  const calls: unknown[] = [];
  events.subscribe(opened, { name: "a" }, async (...call) => void calls.push(call));
  events.subscribe(closed, { name: "b" }, async () => void calls.push("never"));
  await events.emit(tx, opened, { id: "1" });
  expect(calls).toEqual([[tx, { id: "1" }]]);
});

test.each([
  ["subscribed in alphabetical order", ["a", "b", "c"]],
  ["subscribed in reverse order", ["c", "b", "a"]],
])("subscribers run in the declared order, then by name (%s)", async (_, order) => {
  const { events, notes, subscribe } = recordingRegistry();
  const before: Record<string, string[]> = { c: ["b"] };
  for (const name of order) subscribe(name, before[name]);
  await events.emit(tx, opened, { id: "1" });
  expect(notes).toEqual(["a 1", "c 1", "b 1"]);
});

test("ignores a declared order that names an unknown subscriber", async () => {
  const { events, notes, subscribe } = recordingRegistry();
  subscribe("a", ["not there"]);
  await events.emit(tx, opened, { id: "1" });
  expect(notes).toEqual(["a 1"]);
});

test("rejects subscribers with a circular order", () => {
  const { subscribe } = recordingRegistry();
  subscribe("a", ["b"]);
  expect(() => subscribe("b", ["a"])).toThrow("The subscribers of opened wait for each other: a, b.");
});

test("subscribing again replaces the handler, and an unsubscribed handler is not called", async () => {
  const { events, notes, subscribe } = recordingRegistry();
  subscribe("a");
  const unsubscribe = subscribe("a");
  await events.emit(tx, opened, { id: "1" });
  expect(notes).toEqual(["a 1"]);
  unsubscribe();
  await events.emit(tx, opened, { id: "2" });
  expect(notes).toEqual(["a 1"]);
});

test("an error stops the remaining subscribers and is thrown to the caller", async () => {
  const { events, notes, subscribe } = recordingRegistry();
  events.subscribe(opened, { name: "a" }, async () => {
    throw new Error("not today");
  });
  subscribe("b");
  await expect(events.emit(tx, opened, { id: "1" })).rejects.toThrow("not today");
  expect(notes).toEqual([]);
});
