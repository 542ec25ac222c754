import { expect, test } from "vitest";
import { type Auth, beginning, next, type User } from "./auth.ts";

const user: User = { id: "1", firstName: "Ieva", lastName: "Kalnė", email: "ieva@uola.example", role: "member" };
const other: User = { ...user, firstName: "Ieva Marija" };
const visitor: Auth = { isLoading: false, isAuthenticated: false, user: undefined, error: undefined };
const member: Auth = { isLoading: false, isAuthenticated: true, user, error: undefined };
const error = { code: "timeout" } as const;

test("at first nothing is known", () => {
  expect(beginning).toEqual({ isLoading: true, isAuthenticated: false, user: undefined, error: undefined });
});

test("initialised: somebody or nobody", () => {
  expect(next(beginning, { event: "initialised", isAuthenticated: true, user })).toEqual(member);
  expect(next(beginning, { event: "initialised", isAuthenticated: false, user: undefined })).toEqual(visitor);
});

test("a window opens: loading again, the last error gone", () => {
  expect(next({ ...visitor, error }, { event: "popupStarted" })).toEqual({ ...visitor, isLoading: true });
});

test.each(["popupCompleted", "redirectCompleted"] as const)("%s brings the user", (event) => {
  expect(next({ ...visitor, isLoading: true, error }, { event, user })).toEqual(member);
});

test("a refreshed token brings the user as they are now", () => {
  expect(next(member, { event: "tokenRefreshed", user: other })).toEqual({ ...member, user: other });
});

test("logging out clears the user", () => {
  expect(next(member, { event: "loggedOut" })).toEqual(visitor);
});

test("an error ends the loading and is kept", () => {
  expect(next({ ...visitor, isLoading: true }, { event: "failed", error })).toEqual({ ...visitor, error });
  expect(next(member, { event: "failed", error })).toEqual({ ...member, error });
});

test("a state is never changed, only replaced", () => {
  const frozen = Object.freeze({ ...member });
  expect(next(frozen, { event: "loggedOut" })).not.toBe(frozen);
});
