import { PlatformError } from "@uola/client";
import { expect, test } from "vitest";
import { cartRefusalText } from "./cart-words.ts";

const refused = (data: object) =>
  new PlatformError("", { kind: "application", status: 409, code: "BOOKING_POLICY_VIOLATION", data } as never);

test("the message for a cart rejection before registration opens contains the opening time", () => {
  const error = refused({ tooEarlyToBook: true, registrationOpens: "2026-12-07T10:00:00.000Z" });
  expect(cartRefusalText(error).replaceAll("\u00a0", " ")).toBe("Registracija prasideda gruodžio 7 d., 12:00.");
});

test("the message for a cart rejection because of another violated policy says that the time is closed", () => {
  expect(cartRefusalText(refused({ tooLateToBook: true }))).toBe("Šiam laikui internetu užsirašyti nebegalima.");
});
