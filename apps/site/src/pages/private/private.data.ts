import { servicesBy } from "@uola/browser/gym/services.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import {
  type Person,
  privateTrainers,
  type Question,
  questionsOn,
  readContent,
  type Texts,
  textsOf,
} from "../../content/read.ts";
import { person } from "../../features/structured-data.ts";
import { type Offer, offersIn } from "./offers.ts";
import { page } from "./private.content.ts";

export type PrivateData = {
  texts: Texts<typeof page>;
  people: Person[];
  questions: Question[];
  offers: Offer[];
};

export async function data(input: DataInput): Promise<PrivateData> {
  const { client } = input;
  const [content, { items: services }] = await Promise.all([
    readContent(input, page, "People", "Questions"),
    servicesBy(client, { type: "APPOINTMENT", hidden: false }),
  ]);
  const people = privateTrainers(content);
  input.describe(...people.map(({ name, role, photo }) => person({ name, role, photo: photo?.src })));
  return {
    texts: textsOf(page, content),
    people,
    questions: questionsOn(page, content),
    offers: offersIn(services),
  };
}
