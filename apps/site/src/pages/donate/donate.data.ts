import { linkTo } from "@uola/page-loader/locale.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import { readContent, type Texts, textOf, textsIn, textsOf } from "../../content/read.ts";
import type { Contact } from "../../features/contact.data.ts";
import { isShopOpen } from "../../features/shop.ts";
import { dayOf, projectsIn } from "../../sections/funder.ts";
import { page } from "./donate.content.ts";

export type Project = { path: string; title: string; summary: string; href: string };
export type DonateData = {
  texts: Texts<typeof page>;
  /** The projects that have not ended. */
  projects: Project[];
  contact: Contact;
  /** Whether donations can be paid on the site. */
  shop: boolean;
};

export async function data(input: DataInput): Promise<DonateData> {
  const [content, { business }, shop] = await Promise.all([
    readContent(input, page, "Projects"),
    input.client.business.get({}),
    isShopOpen(input),
  ]);
  const { phone, email, address } = business;
  const today = localDate(input.now);
  return {
    texts: textsOf(page, content),
    projects: projectsIn(content)
      .filter((item) => dayOf(item.until) >= today)
      .map((item) => {
        const path = textOf(item.path);
        return { path, ...textsIn(item, ["title", "summary"], content), href: linkTo(`/projects/${path}/`) };
      }),
    contact: { phone, email, address },
    shop,
  };
}
