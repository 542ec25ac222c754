import { showPhone } from "@uola/browser/gym/tel.ts";
import { say } from "@uola/words/site";
import type { Contact } from "../contact.data.ts";

/** Shown if scripts are disabled: the times can be read, and booking is possible by phone or email. */
export const NoScript = ({ contact }: { contact: Contact }) => (
  <noscript>
    <div className="error-summary">
      <h2 className="title">{say("booking.script.title")}</h2>
      <p>{say("booking.script", { phone: showPhone(contact.phone), address: contact.email })}</p>
    </div>
  </noscript>
);
