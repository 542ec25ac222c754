import type { InquiryTopic } from "@uola/contract";

/** The topics of an inquiry, in the order of the form. */
export const topics = [
  "FIRST_TIME",
  "CHILDREN",
  "TRAININGS",
  "EVENTS",
  "GIFTS",
  "PAYMENTS",
  "PROJECTS",
  "OTHER",
] as const satisfies readonly InquiryTopic[];
