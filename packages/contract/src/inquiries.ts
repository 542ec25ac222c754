import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { endpoint } from "./endpoint.ts";
import { emailAddress, guid, maybe, typedText } from "./wire.ts";

/** The topic of an inquiry, shown to the person who answers it. */
export const InquiryTopic = z.enum([
  "FIRST_TIME",
  "CHILDREN",
  "TRAININGS",
  "EVENTS",
  "GIFTS",
  "PAYMENTS",
  "PROJECTS",
  "OTHER",
]);
export type InquiryTopic = z.infer<typeof InquiryTopic>;

export const inquiryLongest = { name: 100, email: 254, phone: 40, text: 4000 } as const;

/** A message sent to the gym through a form of the site. */
export const Inquiry = z
  .object({
    topic: InquiryTopic,
    // The name is used in the subject of an email, so it must be a single line.
    name: z
      .string()
      .trim()
      .min(1)
      .max(inquiryLongest.name)
      .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "must be one line"),
    email: emailAddress().max(inquiryLongest.email),
    phone: maybe(typedText().max(inquiryLongest.phone)),
    text: typedText().min(1).max(inquiryLongest.text),
    /** The part after `/projects/` in the URL of the project page through which the applicant applies. */
    projectPage: maybe(typedText().min(1).max(200)),
  })
  .meta({ id: "Inquiry" });
export type Inquiry = z.infer<typeof Inquiry>;

export const inquiries = {
  send: endpoint({
    method: "POST",
    path: "/v1/inquiries",
    access: "visitor",
    input: z.object({ inquiry: Inquiry, captchaTokens }),
    output: z.object({ inquiryId: guid }),
    errors: ["NO_MAILBOX", "APPLICATIONS_CLOSED", "TOO_MANY_INQUIRIES", "-19971", "-19970"],
    summary:
      "Write to the gym's mailbox, or apply by a page of a project while it takes applications. The sender is mailed that it came; their own words only at the verified address of their account.",
  }),
};
