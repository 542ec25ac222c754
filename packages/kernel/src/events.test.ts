import type { Database } from "@uola/database";
import { expect, test } from "vitest";
import { createEventRegistry, defineEvent } from "./events.ts";

const opened = defineEvent<{ id: string }>("opened");
const closed = defineEvent<{ id: string }>("closed");
const tx = { transaction: "this one" } as unknown as Database;

/** A registry whose subscribers note their names. */
function noting() {
  const events = createEventRegistry();
  const notes: string[] = [];
  const subscribe = (name: string, before: string[] = [], event = opened) =>
    events.subscribe(event, { name, before }, async (_, { id }) => void notes.push(`${name} ${id}`));
  return { events, notes, subscribe };
}

test("subscribers of an event get its transaction and payload, those of others nothing", async () => {
  const events = createEventRegistry();
  const calls: unknown[] = [];
  events.subscribe(opened, { name: "a" }, async (...call) => void calls.push(call));
  events.subscribe(closed, { name: "b" }, async () => void calls.push("never"));
  await events.emit(tx, opened, { id: "1" });
  expect(calls).toEqual([[tx, { id: "1" }]]);
});

test.each([
  ["as they subscribed", ["a", "b", "c"]],
  ["the other way round", ["c", "b", "a"]],
])("the order is the declared one, else that of names: %s", async (_, order) => {
  const { events, notes, subscribe } = noting();
  const before: Record<string, string[]> = { c: ["b"] };
  for (const name of order) subscribe(name, before[name]);
  await events.emit(tx, opened, { id: "1" });
  expect(notes).toEqual(["a 1", "c 1", "b 1"]);
});

test("a name that nobody has changes nothing", async () => {
  const { events, notes, subscribe } = noting();
  subscribe("a", ["not there"]);
  await events.emit(tx, opened, { id: "1" });
  expect(notes).toEqual(["a 1"]);
});

test("subscribers that wait for each other are refused", () => {
  const { subscribe } = noting();
  subscribe("a", ["b"]);
  expect(() => subscribe("b", ["a"])).toThrow("The subscribers of opened wait for each other: a, b.");
});

test("who subscribes again replaces the earlier reaction; who unsubscribes is not called", async () => {
  const { events, notes, subscribe } = noting();
  subscribe("a");
  const unsubscribe = subscribe("a");
  await events.emit(tx, opened, { id: "1" });
  expect(notes).toEqual(["a 1"]);
  unsubscribe();
  await events.emit(tx, opened, { id: "2" });
  expect(notes).toEqual(["a 1"]);
});

test("an error ends the reactions and reaches the caller", async () => {
  const { events, notes, subscribe } = noting();
  events.subscribe(opened, { name: "a" }, async () => {
    throw new Error("not today");
  });
  subscribe("b");
  await expect(events.emit(tx, opened, { id: "1" })).rejects.toThrow("not today");
  expect(notes).toEqual([]);
});
