import { showPhone } from "@uola/browser/gym/tel.ts";
import { part } from "@uola/page-loader/part.tsx";
import { PrimaryButton, PrimaryLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { dateLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { Opening, SectionOf } from "./read.ts";

/** The inquiry form, loaded on demand. */
const InquiryForm = part(async () => (await import("../features/inquiry-form.tsx")).InquiryForm);

/**
 * Shows the application button while applications are open; before and after, shows the opening
 * date or a notice that they are closed.
 */
export function Apply({ section }: { section: SectionOf<"apply"> }) {
  const { id, heading, text, button, print, opening } = section;
  const [isWriting, setWriting] = useState(false);
  const called = button || say("section.apply.do");
  const by = opening?.state === "open" ? opening.by : null;
  const form = by && "page" in by ? by : null;
  const write = () => void InquiryForm.fetch().then(() => setWriting(true));
  return (
    <>
      <section className="pink on-hue page section bg-pink text-ink" aria-labelledby={`section-${id}`}>
        <div className="grid max-w-[960px] gap-4">
          <Headline id={`section-${id}`} hues={["yellow", "orange"]}>
            {heading}
          </Headline>
          {text && <p className="lead max-w-[720px]">{text}</p>}
          {opening && <Term opening={opening} />}
          {by && "href" in by && (
            <p className="mt-2">
              <PrimaryLink icon="right" href={by.href}>
                {called}
              </PrimaryLink>
            </p>
          )}
          {form && !form.email && <p>{say("inquiry.refusal.do.call", { phone: showPhone(form.phone) })}</p>}
          {form?.email && !isWriting && (
            <div className="mt-2 grid justify-items-start gap-3">
              <PrimaryButton icon="right" onClick={write}>
                {called}
              </PrimaryButton>
              <noscript>
                <p>{say("inquiry.script", { phone: showPhone(form.phone), address: form.email })}</p>
              </noscript>
            </div>
          )}
          {print && <p className="small">{print}</p>}
        </div>
      </section>
      {form?.email && isWriting && (
        <div className="page section columns bg-raised">
          <h3 id={`apply-${id}`} className="title" tabIndex={-1} ref={focus}>
            {say("inquiry.application")}
          </h3>
          <InquiryForm
            key={form.page}
            topic="PROJECTS"
            offered={[]}
            application={{ page: form.page, heading: `apply-${id}`, button: called }}
            phone={form.phone}
            email={form.email}
          />
        </div>
      )}
    </>
  );
}

/** The pressed button is gone, so the focus moves to the heading of the form. */
const focus = (element: HTMLElement | null) => element?.focus();

const Term = ({ opening: { state, day } }: { opening: Opening }) => (
  <div>
    {day ? (
      <>
        <p className="small font-bold">{say(`section.apply.${state}`)}</p>
        <p className="display figure text-[clamp(56px,9vw,120px)]/[1.02]">
          <time dateTime={day}>{dateLong(day)}</time>
        </p>
      </>
    ) : (
      state === "closed" && <p className="small font-bold">{say("section.apply.over")}</p>
    )}
  </div>
);
