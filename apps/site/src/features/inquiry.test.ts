import { topics } from "@uola/browser/gym/inquiry-topics.ts";
import { PlatformError } from "@uola/client";
import { Inquiry, InquiryTopic, inquiryLongest } from "@uola/contract";
import { expect, test } from "vitest";
import { inquiryOf, longest, problemsOf, refusalOf } from "./inquiry.ts";
import { emptyDraft } from "./inquiry-draft.ts";

const draft = { ...emptyDraft, name: " Jonas ", email: "jonas@pavyzdys.lt ", text: " Ar gali? " };

test("the inquiry form has the same topics and length limits as the platform", () => {
  expect([...topics].toSorted()).toEqual([...InquiryTopic.options].toSorted());
  expect(longest).toEqual(inquiryLongest);
});

test("an inquiry is sent in the platform's format, without leading and trailing spaces", () => {
  const inquiry = inquiryOf({ ...draft, phone: "8 612 34567" });
  expect(Inquiry.parse(inquiry)).toEqual({
    topic: "OTHER",
    name: "Jonas",
    email: "jonas@pavyzdys.lt",
    text: "Ar gali?",
    phone: "+37061234567",
  });
  expect(inquiryOf(draft)).not.toHaveProperty("phone");
});

test("reports each invalid field of an inquiry in the order of the form", () => {
  expect(problemsOf(draft)).toEqual([]);
  expect(problemsOf({ ...emptyDraft, phone: "  " })).toEqual([
    { field: "text", what: "missing" },
    { field: "name", what: "missing" },
    { field: "email", what: "missing" },
  ]);
  expect(problemsOf({ ...draft, email: "jonas@pavyzdys", phone: "abc", text: "ž".repeat(4001) })).toEqual([
    { field: "text", what: "tooLong" },
    { field: "email", what: "notEmail" },
    { field: "phone", what: "notPhone" },
  ]);
});

test.each([
  [new PlatformError("", { kind: "application", code: "TOO_MANY_INQUIRIES", status: 429 }), "much"],
  [new PlatformError("", { kind: "application", code: "NO_MAILBOX", status: 409 }), "closed"],
  [new PlatformError("", { kind: "application", code: "APPLICATIONS_CLOSED", status: 409 }), "over"],
  [new PlatformError("", { kind: "application", code: "RESOURCE_EXHAUSTED", status: 429 }), "busy"],
  [new TypeError("Failed to fetch"), "offline"],
  [new Error("?"), "broken"],
])("maps the error %s to the reason %s", (error, refusal) => expect(refusalOf(error)).toBe(refusal));
