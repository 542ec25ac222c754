import { platform } from "@uola/browser/platform.ts";
import { localPath } from "@uola/browser/session/sign-in-response.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { TextLink } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import { useEffect, useState } from "react";
import { keptName } from "./return-link-storage.ts";
import { readStored, writeStored } from "./tab-storage.ts";

type Asked = { to: string; client: string | null };

/**
 * A link back to the page from which the user came. This may be a page of this site, or a page that
 * the platform recognizes as belonging to the client application that sent the user. The link is
 * stored in the tab, because booking spans several pages.
 */
export function ReturnLink({ search }: { search: URLSearchParams }) {
  const app = useApp();
  const [to, client] = [search.get("returnTo"), search.get("client")];
  const here = to ? localReturnPath(to, app.siteUrl) : undefined;
  const [checked, setChecked] = useState<string>();
  useEffect(() => {
    const asked = to ? { to, client } : readStored<Asked>(keptName);
    if (!asked) return;
    if (to) writeStored(keptName, asked);
    const path = localReturnPath(asked.to, app.siteUrl);
    if (path || !asked.client) return setChecked(path);
    let current = true;
    const check = async () => {
      const { tokens } = await platform(app);
      const { returnTo } = await tokens.returnPage({ clientId: asked.client, returnTo: asked.to });
      if (current) setChecked(returnTo);
    };
    // If the platform does not respond, no link is shown.
    check().catch(() => {});
    return () => {
      current = false;
    };
  }, [app, to, client]);
  const href = here ?? checked;
  return (
    href && (
      <p className="page pb-12">
        <TextLink alone href={href}>
          {say("wayBack")}
        </TextLink>
      </p>
    )
  );
}

/**
 * Returns the path of a target that is a path or an absolute URL on this site; undefined for any
 * other target.
 */
export function localReturnPath(to: string | null, siteUrl: string): string | undefined {
  const { origin } = new URL(siteUrl);
  return localPath(to?.startsWith(`${origin}/`) ? to.slice(origin.length) : to);
}
