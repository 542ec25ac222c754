import { expect, test } from "vitest";
import { type Auth, initialAuth, nextAuth, type User } from "./user.ts";

const user: User = { id: "1", firstName: "Ieva", lastName: "Kalnė", email: "ieva@uola.example", role: "member" };
const other: User = { ...user, firstName: "Ieva Marija" };
const visitor: Auth = { isLoading: false, isAuthenticated: false, user: undefined, error: undefined };
const member: Auth = { isLoading: false, isAuthenticated: true, user, error: undefined };
const error = { code: "timeout" } as const;

test("the initial state is loading, without a user", () => {
  expect(initialAuth).toEqual({ isLoading: true, isAuthenticated: false, user: undefined, error: undefined });
});

test("initialisation sets the signed-in user or none", () => {
  expect(nextAuth(initialAuth, { event: "initialised", isAuthenticated: true, user })).toEqual(member);
  expect(nextAuth(initialAuth, { event: "initialised", isAuthenticated: false, user: undefined })).toEqual(visitor);
});

test("opening a sign-in window sets loading and clears the last error", () => {
  expect(nextAuth({ ...visitor, error }, { event: "popupStarted" })).toEqual({ ...visitor, isLoading: true });
});

test.each(["popupCompleted", "redirectCompleted"] as const)("the event %s sets the user", (event) => {
  expect(nextAuth({ ...visitor, isLoading: true, error }, { event, user })).toEqual(member);
});

test("a refreshed token updates the user", () => {
  expect(nextAuth(member, { event: "tokenRefreshed", user: other })).toEqual({ ...member, user: other });
});

test("logging out clears the user", () => {
  expect(nextAuth(member, { event: "loggedOut" })).toEqual(visitor);
});

test("an error is stored and ends the loading state", () => {
  expect(nextAuth({ ...visitor, isLoading: true }, { event: "failed", error })).toEqual({ ...visitor, error });
  expect(nextAuth(member, { event: "failed", error })).toEqual({ ...member, error });
});

test("the reducer never mutates a state", () => {
  const frozen = Object.freeze({ ...member });
  expect(nextAuth(frozen, { event: "loggedOut" })).not.toBe(frozen);
});
