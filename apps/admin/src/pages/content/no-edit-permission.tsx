import { linkTo } from "@uola/page-loader/locale.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { say } from "@uola/words/admin";

/** Page shown for a collection whose items only other people may edit. */
export const NoEditPermission = ({ name }: { name: string }) => (
  <main id="content">
    <Headline level={1}>{name}</Headline>
    <p className="lead my-4">{say("content.notYours")}</p>
    <TextLink alone href={linkTo("/admin/content/")}>
      {say("content.toAll")}
    </TextLink>
  </main>
);
