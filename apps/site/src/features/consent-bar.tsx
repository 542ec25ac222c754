import { linkTo } from "@uola/page-loader/locale.ts";
import { SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import { useEffect, useRef, useState } from "react";
import { type Choice, choiceAbout, choose, loadTags, type TagManager } from "./consent.ts";
import { consentWanted } from "./consent-change.tsx";

/**
 * Asks for consent to third-party scripts until the visitor has answered, and again on request.
 * Accepting and refusing each take one press on the same kind of button.
 */
export function ConsentBar({ tags }: { tags: TagManager }) {
  const [choice, setChoice] = useState(() => choiceAbout(tags));
  const [isWanted, setWanted] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (choice === "ACCEPTED") loadTags(tags);
  }, [choice, tags]);
  useEffect(() => {
    const want = () => setWanted(true);
    addEventListener(consentWanted, want);
    return () => removeEventListener(consentWanted, want);
  }, []);
  useEffect(() => {
    if (isWanted) bar.current?.focus();
  }, [isWanted]);
  if (choice && !isWanted) return null;
  const answer = (choice: Choice) => () => {
    choose(choice, tags);
    setChoice(choice);
    setWanted(false);
  };
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={say("consent.heading")}
      className="fixed inset-x-0 bottom-0 z-50 bg-raised border-t-[3px] border-text print:hidden"
    >
      <div className="page py-4 grid gap-3 md:flex md:items-center md:gap-8">
        <p className="max-w-[72ch]">
          {say("consent.text")} <TextLink href={linkTo("/cookies/")}>{say("consent.more")}</TextLink>
          {choice && ` ${say(`consent.now.${choice}`)}`}
        </p>
        <div className="flex gap-3 md:ml-auto">
          <SecondaryButton className="flex-1" onClick={answer("REFUSED")}>
            {say("consent.refuse")}
          </SecondaryButton>
          <SecondaryButton className="flex-1" onClick={answer("ACCEPTED")}>
            {say("consent.accept")}
          </SecondaryButton>
        </div>
      </div>
    </section>
  );
}
