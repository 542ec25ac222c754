import { newId } from "@uola/database";
import { expect, test, vi } from "vitest";
import { createClaims } from "./claim-places.ts";

type Claims = Parameters<typeof createClaims>[0];
type ClaimRequest = Parameters<ReturnType<typeof createClaims>>[0];

/** Returns a claim function whose statement fails the given number of times before it succeeds. */
function claimsAfter(failures: number, error: Error) {
  const query = vi.fn(async () => {
    if (query.mock.calls.length <= failures) throw error;
    return { rows: [[true, null, 0, null]] };
  });
  const connection = { pool: { query }, db: undefined } as unknown as Claims["connection"];
  const changes = { publish: () => {} } as unknown as Claims["changes"];
  return { query, claim: createClaims({ connection, siteId: newId(), now: () => new Date(), changes }) };
}

const request = () =>
  ({
    booking: { placesId: newId(), idempotencyKey: null, totalParticipants: 1 },
    actor: { role: "visitor" },
  }) as unknown as ClaimRequest;
const violation = (constraint: string) => Object.assign(new Error(constraint), { code: "23514", constraint });

test("a claim is processed again when the capacity was lowered at the same time", async () => {
  const { claim, query } = claimsAfter(2, violation("places_never_exceed_capacity"));
  expect(await claim(request())).toEqual({ outcome: "made" });
  expect(query).toHaveBeenCalledTimes(3);
});

test("a claim fails after the place counter has rejected it ten times", async () => {
  const { claim, query } = claimsAfter(1000, violation("places_never_exceed_capacity"));
  await expect(claim(request())).rejects.toMatchObject({ code: "23514" });
  expect(query).toHaveBeenCalledTimes(10);
});

test("a claim with other invalid data is not repeated", async () => {
  const { claim, query } = claimsAfter(1, violation("booking_status"));
  await expect(claim(request())).rejects.toMatchObject({ code: "23514" });
  expect(query).toHaveBeenCalledTimes(1);
});
