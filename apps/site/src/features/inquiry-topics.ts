import type { InquiryTopic } from "@uola/contract";

/** What an inquiry may be about, in the order of the form. */
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
