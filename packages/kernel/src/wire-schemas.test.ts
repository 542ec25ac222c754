import { contract, type Endpoint } from "@uola/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { requestSchema, responseSchema } from "./wire-schemas.ts";

const operations = Object.values(contract).flatMap((group: Record<string, Endpoint>) => Object.values(group));

test("compiled schemas parse every response and the booking input", () => {
  const isCompiled = (schema: z.ZodType) => "fallbackRun" in schema._zod.bag || "validator" in schema._zod.bag;
  expect(isCompiled(z.string())).toBe(false);
  expect(isCompiled(requestSchema(contract.bookings.create.input))).toBe(true);
  for (const { output, path } of operations) expect(isCompiled(responseSchema(output)), path).toBe(true);
});

test("compiled schemas give the same result as zod", () => {
  const at = new Date("2026-03-29T01:30:00Z");
  const { id, ...input } = { id: "0190a000-0000-7000-8000-000000000001", totalParticipants: 2, extra: "x" };
  const results = {
    ...input,
    bookedEntity: { slot: { serviceId: id, scheduleId: id } },
    extendedFields: { namespaces: { a: { b: [1, null] } } },
  };
  const message = { booking: results, unknown: 1 };
  expect(requestSchema(contract.bookings.create.input).parse(message)).toEqual(
    z.decode(contract.bookings.create.input, message as never),
  );
  const states = {
    status: "CREATED",
    paymentStatus: "UNDEFINED",
    selectedPaymentOption: "UNDEFINED",
    createdBy: {},
    bookingSource: { platform: "WEB", actor: "CUSTOMER" },
    revision: "1",
  };
  const booking = { ...results, ...states, id, createdDate: at, updatedDate: at, startDate: null };
  const output = contract.bookings.create.output;
  expect(responseSchema(output).parse({ booking })).toEqual(z.encode(output, { booking } as never));
  expect(() => responseSchema(output).parse({ booking: { ...booking, createdDate: "2026-03-29T01:30:00Z" } })).toThrow(
    z.ZodError,
  );
  const bad = (schema: z.ZodType) =>
    schema.safeParse({ booking: { ...results, totalParticipants: 0.5 } }).error?.issues;
  expect(bad(requestSchema(contract.bookings.create.input))).toEqual(bad(contract.bookings.create.input));
});
