import type { Client } from "@uola/client";
import { PlatformError } from "@uola/client";
import { expect, test, vi } from "vitest";
import { handOverIn, takeOver, withoutHandOver } from "./hand-over.ts";

const handOver = { key: "k", checkoutId: "c", reservationId: null, event: null };
const clientWith = (call: () => Promise<unknown>) => ({ carts: { takeOver: vi.fn(call) } }) as unknown as Client;
const refused = (status: number, code: string) => async () => {
  throw new PlatformError("Refused.", { kind: status >= 500 ? "system" : "application", status, code });
};

test("reads a cart, a checkout and a reservation from the URL", () => {
  expect(handOverIn(new URLSearchParams("returnTo=/x/"))).toBeUndefined();
  expect(handOverIn(new URLSearchParams("checkout=c&cart=k"))).toEqual(handOver);
  expect(handOverIn(new URLSearchParams("reservation=r&event=joga"))).toEqual({
    key: null,
    checkoutId: null,
    reservationId: "r",
    event: "joga",
  });
});

test("takes over the checkout named in the URL", async () => {
  const client = clientWith(async () => ({}));
  expect(await takeOver(client, handOver)).toBe("taken");
  expect(client.carts.takeOver).toHaveBeenCalledWith({ key: "k", checkoutId: "c" });
});

test("reports a checkout that no longer exists as gone", async () => {
  expect(await takeOver(clientWith(refused(404, "CART_NOT_FOUND")), handOver)).toBe("gone");
  expect(
    await takeOver(
      clientWith(async () => ({})),
      { ...handOver, key: null },
    ),
  ).toBe("gone");
});

test("fails with an error when the platform is unreachable, so that the take-over can be retried", async () => {
  await expect(takeOver(clientWith(refused(503, "")), handOver)).rejects.toThrow();
});

test("removes only the hand-over parameters from the URL", () => {
  const address = "http://localhost:3000/en/order/?checkout=c&cart=k&returnTo=%2Fx%2F#sum";
  expect(withoutHandOver(address)).toBe("/en/order/?returnTo=%2Fx%2F#sum");
});
