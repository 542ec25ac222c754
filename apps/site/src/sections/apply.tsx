import { dateLong, phone as showPhone } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { InquiryForm } from "../features/inquiry-form.tsx";
import { PrimaryLink } from "../ui/buttons.tsx";
import { Headline } from "../ui/headline.tsx";
import type { Opening, SectionOf } from "./read.ts";

/** An application while it is open; before and after, when it opens and that it is over. */
export function Apply({ section }: { section: SectionOf<"apply"> }) {
  const { id, heading, text, button, print, opening } = section;
  const called = button || say("section.apply.do");
  const open = opening?.state === "open" ? opening.by : null;
  return (
    <>
      <section className="pink on-hue page section bg-pink text-ink" aria-labelledby={`section-${id}`}>
        <div className="grid max-w-[960px] gap-4">
          <Headline id={`section-${id}`} hues={["yellow", "orange"]}>
            {heading}
          </Headline>
          {text && <p className="lead max-w-[720px]">{text}</p>}
          {opening && <Term opening={opening} />}
          {open && "href" in open && (
            <p className="mt-2">
              <PrimaryLink icon="right" href={open.href}>
                {called}
              </PrimaryLink>
            </p>
          )}
          {print && <p className="small">{print}</p>}
        </div>
      </section>
      {open && "page" in open && (
        <div className="page section columns bg-raised">
          <h3 id={`apply-${id}`} className="title">
            {say("inquiry.application")}
          </h3>
          {open.email ? (
            <InquiryForm
              topic="PROJECTS"
              offered={[]}
              application={{ page: open.page, heading: `apply-${id}`, button: called }}
              phone={open.phone}
              email={open.email}
            />
          ) : (
            <p className="lead">{say("inquiry.refusal.do.call", { phone: showPhone(open.phone) })}</p>
          )}
        </div>
      )}
    </>
  );
}

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
