import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useSlice } from "@uola/page-loader/tree.tsx";
import { TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { dateLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { Fragment } from "react";
import type { FrameData } from "../business.data.ts";
import type { DocumentData } from "./document.data.ts";

export const head = ({ data: { title, lead } }: PageProps<DocumentData>): Head => ({
  title,
  description: lead,
});

/**
 * A document of the gym, such as the terms of sale: contents, validity date, text and contact. Also
 * styled for print.
 */
export default function Document({ data }: PageProps<DocumentData>) {
  const { title, lead, before, parts, validFrom, changed } = data;
  const { phone, reached, address } = useSlice<FrameData>("business");
  const facts = [
    ...(validFrom ? [{ name: say("document.validFrom"), day: validFrom }] : []),
    ...(changed ? [{ name: say("document.changed"), day: changed }] : []),
  ];
  return (
    <main id="content">
      <PageHeader title={title} art={{ shape: "edge", hue: "yellow" }} hues={["orange", "sky", "green"]}>
        <p className="lead mt-6">{lead}</p>
      </PageHeader>
      <div className="page section columns">
        <div className="grid content-start gap-6 text-[16px] xl:sticky xl:top-6 xl:self-start">
          <nav aria-labelledby="contents" className="print:hidden">
            <h2 id="contents" className="mb-3 font-bold">
              {say("document.contents")}
            </h2>
            <ol className="grid gap-1">
              {parts.map(({ id, heading }) => (
                <li key={id}>
                  <TextLink alone href={`#${id}`}>
                    {heading}
                  </TextLink>
                </li>
              ))}
            </ol>
          </nav>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-muted">
            {facts.map(({ name, day }) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd>
                  <time dateTime={day}>{dateLong(day)}</time>
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="grid max-w-[720px] content-start gap-10">
          {before && <Text html={before} />}
          {parts.map(({ id, heading, html }) => (
            <section key={id} id={id} aria-labelledby={`${id}-head`} className="scroll-mt-6">
              <h2 id={`${id}-head`} className="title mb-3 text-[24px]">
                {heading}
              </h2>
              <Text html={html} />
            </section>
          ))}
          <section aria-labelledby="ask" className="rule pt-6">
            <Headline id="ask" level={2} size="card">
              {say("document.ask")}
            </Headline>
            <p className="mt-4">
              {reached.map(({ href, label }, index) => (
                <Fragment key={href}>
                  {index > 0 && " · "}
                  <TextLink href={href}>{label}</TextLink>
                </Fragment>
              ))}
              {reached.length === 0 && <TextLink href={phone.href}>{say("page.contact")}</TextLink>}
              <br />
              {address}
            </p>
          </section>
        </div>
      </div>
    </main>
  );
}

const Text = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
  <div className="rich" dangerouslySetInnerHTML={{ __html: html }} />
);
