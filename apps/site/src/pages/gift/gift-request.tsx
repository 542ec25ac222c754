import { part } from "@uola/page-loader/part.tsx";
import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { Contact } from "../../features/contact.data.ts";
import { emptyDraft, inquiryStorage } from "../../features/inquiry-draft.ts";
import { linesOf } from "../../features/lines.ts";
import { type Experience, type Gift, requestOf } from "./gift-rules.ts";

/** The inquiry form, loaded on demand. */
const InquiryForm = part(async () => (await import("../../features/inquiry-form.tsx")).InquiryForm);

type GiftRequestProps = { gift: Gift; experiences: readonly Experience[]; contact: Contact; lead: string };

/** Shows the request text for the front desk, followed by the inquiry form prefilled with that text. */
export function GiftRequest({ gift, experiences, contact, lead }: GiftRequestProps) {
  /** Incremented each time the voucher text is filled into the form again. */
  const [written, setWritten] = useState(0);
  const request = requestOf(gift, experiences);
  const write = () => {
    const { read, write: keep } = inquiryStorage();
    keep({ ...emptyDraft, ...read(), topic: "GIFTS", text: request });
    void InquiryForm.fetch().then(() => setWritten((times) => times + 1));
  };
  return (
    <>
      <div className="bg-raised p-5">
        {linesOf(request).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {written === 0 ? (
        <p>
          <PrimaryButton icon="right" onClick={write}>
            {say("gift.request.write")}
          </PrimaryButton>
        </p>
      ) : (
        <>
          <InquiryForm key={written} topic="GIFTS" offered={["GIFTS"]} phone={contact.phone} email={contact.email}>
            {lead}
          </InquiryForm>
          <p>
            <SecondaryButton onClick={write}>{say("gift.request.again")}</SecondaryButton>
          </p>
        </>
      )}
    </>
  );
}
