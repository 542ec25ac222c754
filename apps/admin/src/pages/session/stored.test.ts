import { Booking } from "@uola/contract";
import { say } from "@uola/words/admin";
import { describe, expect, test } from "vitest";
import { storedLabel, storedText } from "./stored.ts";

describe("stored values in the change history", () => {
  test("formats stored statuses, times in the Vilnius time zone and missing values", () => {
    expect([storedText("PENDING"), storedText("CANCELLED")]).toEqual([say("status.PENDING"), say("status.CANCELED")]);
    expect(storedText("2026-09-02T15:00:00.000Z")).toBe("rugsėjo 2\u00a0d., 18:00");
    expect(storedText(null)).toBe(say("session.value.none"));
    expect(storedText(8)).toBe("8");
  });

  test("formats stored payment states and methods", () => {
    expect([storedText("PARTIALLY_PAID"), storedText("CARD")]).toEqual([
      say("payment.PARTIALLY_PAID"),
      say("pay.method.CARD"),
    ]);
  });

  test("formats stored participants and their choices", () => {
    expect(storedText([{ id: "1", firstName: "Ona", lastName: "Onaitė" }, { firstName: "Jonas" }])).toBe(
      "Ona Onaitė, Jonas",
    );
    expect(storedText([{ numberOfParticipants: 2, choices: [{ optionId: "1", custom: "Vaikas" }] }])).toBe(
      "2 × Vaikas",
    );
  });
});

test("returns the label of a nested stored field, and no label for a technical field", () => {
  expect(storedLabel("change.capacity")).toBe(say("session.field.capacity"));
  expect(storedLabel("extendedFields.namespaces.gym.size")).toBe(say("session.field.programs"));
  expect(storedLabel("revision")).toBeUndefined();
  expect(storedLabel("constructor")).toBeUndefined();
});

type Schema = { def: { type: string }; unwrap?: () => Schema; shape?: Record<string, Schema> };
/** Returns the paths of all fields of a schema, including nested ones. */
function fieldsOf({ def, unwrap, shape }: Schema, path: readonly string[] = []): string[] {
  if (shape) return Object.entries(shape).flatMap(([name, within]) => fieldsOf(within, [...path, name]));
  return unwrap && (def.type === "optional" || def.type === "nullable") ? fieldsOf(unwrap(), path) : [path.join(".")];
}

/** Fields without a label: technical fields, and fields that do not change after booking. */
const silent = [
  "id",
  "revision",
  "createdDate",
  "updatedDate",
  "createdBy",
  "bookingSource",
  "externalUserId",
  "contactDetails",
  "additionalFields",
  "selectedPaymentOption",
  "doubleBooked",
  "multiServiceBookingInfo.id",
  "bookedEntity.title",
  "bookedEntity.tags",
  "bookedEntity.schedule.lessons",
  "bookedEntity.schedule.timezone",
  ...["serviceId", "scheduleId"].flatMap((name) => [`bookedEntity.slot.${name}`, `bookedEntity.schedule.${name}`]),
  ...["sessionId", "eventId", "timezone"].map((name) => `bookedEntity.slot.${name}`),
  ...["id", "email", "scheduleId"].map((name) => `bookedEntity.slot.resource.${name}`),
  ...["slot", "schedule"].flatMap((kind) =>
    ["id", "formattedAddress", "formattedAddressTranslated", "locationType"].map(
      (name) => `bookedEntity.${kind}.location.${name}`,
    ),
  ),
];
const isWithin = (field: string, path: string) => field === path || field.startsWith(`${path}.`);

describe("labels of booking fields in the change history", () => {
  const fields = fieldsOf(Booking as unknown as Schema);
  test.each(fields.filter((field) => !silent.some((path) => isWithin(field, path))))(
    "the change history has a label for the field %s",
    (field) => expect(storedLabel(field)).toBeDefined(),
  );
  test.each(silent)("the change history shows no label for the field %s", (path) => {
    const within = fields.filter((field) => isWithin(field, path));
    expect(within).not.toEqual([]);
    expect(within.filter((field) => storedLabel(field))).toEqual([]);
  });
});
