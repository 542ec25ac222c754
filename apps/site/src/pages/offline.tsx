import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import type { FrameData } from "./business.data.ts";

export const head = (): Head => ({ title: say("offline.title"), hidden: true });

/**
 * The offline page, served from the service worker's cache at any URL that could not be loaded. Its
 * links need no network.
 */
export default function OfflinePage({ data: { phone, address } }: PageProps<FrameData>) {
  return (
    <main id="content" className="short">
      <PageHeader title={say("offline.title")} art={{ shape: "edge", hue: "sky" }}>
        <p className="lead mt-6 [@media(max-height:30rem)]:mt-0">{say("offline.lead")}</p>
      </PageHeader>
      <div className="page section">
        {address && <p>{say("offline.contact", { address })}</p>}
        <div className="mt-6 flex flex-wrap items-center gap-6">
          {/* An empty href reloads the current URL, including the query. */}
          <PrimaryLink href="">{say("action.retry")}</PrimaryLink>
          <TextLink alone href={phone.href}>
            {say("menu.call", { phone: phone.label })}
          </TextLink>
        </div>
      </div>
    </main>
  );
}
