import { words } from "@uola/words/site";
import { useApp } from "../loader/tree.tsx";
import { localPath } from "../sign-in-task.ts";
import { TextLink } from "../ui/buttons.tsx";

const say = words("lt");

/** The way back to where somebody was sent here from, as long as that is this site. */
export function WayBack({ to }: { to: string | null }) {
  const { siteUrl } = useApp();
  const path = wayBack(to, siteUrl);
  return (
    path && (
      <p className="page pb-12">
        <TextLink alone href={path}>
          {say("wayBack")}
        </TextLink>
      </p>
    )
  );
}

/** A path, or a whole address of the site, as a path; nothing for any other place. */
export function wayBack(to: string | null, siteUrl: string): string | undefined {
  const { origin } = new URL(siteUrl);
  return localPath(to?.startsWith(`${origin}/`) ? to.slice(origin.length) : to);
}
