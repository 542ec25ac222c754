import { topics } from "@uola/browser/gym/inquiry-topics.ts";
import type { Business, InquiryTopic } from "@uola/contract";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, localDate } from "@uola/words/formats";
import {
  type Content,
  type Question,
  questionsOn,
  readContent,
  type Texts,
  teamOf,
  textsOf,
} from "../../content/read.ts";
import { gym } from "../../features/structured-data.ts";
import { readBusiness } from "../business.data.ts";
import { page } from "./contact.content.ts";

export type ContactData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /**
   * The topics of an inquiry and the people who answer it. If nobody is assigned to a topic, the
   * front desk answers.
   */
  asks: { topic: InquiryTopic; people: string }[];
} & Pick<Business, "address" | "phone" | "email" | "openingHours" | "specialHours" | "company">;

const daysAhead = 366;
const specialMax = 16;

export async function data(input: DataInput): Promise<ContactData> {
  const { client, now } = input;
  const [content, business] = await Promise.all([
    readContent(input, page, "People", "Questions"),
    readBusiness(client),
  ]);
  const { address, phone, email, openingHours, company } = business;
  const today = localDate(now);
  input.describe(gym(business));
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    asks: inquiryTopics(content),
    address,
    phone,
    email,
    openingHours,
    company,
    specialHours: business.specialHours
      .filter(({ date }) => date >= today && date < addDays(today, daysAhead))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      .slice(0, specialMax),
  };
}

/**
 * Returns each topic with the people who answer it ("trenerė Rūta"). The topics of a person are set
 * in the list of people.
 */
export function inquiryTopics(content: Content): ContactData["asks"] {
  const people = teamOf(content);
  return topics
    .filter((topic) => topic !== "OTHER")
    .map((topic) => ({
      topic,
      people: people
        .filter((person) => person.topics.includes(topic))
        .map(({ role, name }) => [role, name].filter(Boolean).join(" "))
        .join(", "),
    }));
}
