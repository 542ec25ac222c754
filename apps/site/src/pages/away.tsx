import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import type { FrameData } from "./business.data.ts";

export const head = (): Head => ({ title: say("away.title"), hidden: true });

/**
 * Shown at any URL while the site starts or cannot connect to the platform. The page is rendered in
 * advance, with the last known telephone number, or without any data if none was ever known.
 */
export default function AwayPage({ data }: PageProps<FrameData | null>) {
  return (
    <main id="content" className="short">
      <PageHeader title={say("away.title")} art={{ shape: "jug", hue: "pink" }}>
        <p className="lead mt-6 [@media(max-height:30rem)]:mt-0">{say("away.lead")}</p>
      </PageHeader>
      <div className="page section">
        {data?.address && <p>{say("away.call", { address: data.address })}</p>}
        <div className="mt-6 flex flex-wrap items-center gap-6">
          {/* Reloads the requested URL, including its query. */}
          <PrimaryLink href="">{say("action.retry")}</PrimaryLink>
          {data && (
            <TextLink alone href={data.phone.href}>
              {say("menu.call", { phone: data.phone.label })}
            </TextLink>
          )}
        </div>
      </div>
    </main>
  );
}
