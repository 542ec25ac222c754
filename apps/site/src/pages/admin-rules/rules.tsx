import { say } from "@uola/words/admin";
import { useFeedback } from "../../admin/kit/feedback.tsx";
import type { Head } from "../../loader/page.ts";
import { Headline } from "../../ui/headline.tsx";
import { AdminFrame } from "../admin/admin-frame.tsx";
import { BookingForms } from "./booking-forms.tsx";
import { Categories } from "./categories.tsx";
import { Plans } from "./plans.tsx";
import { Policies } from "./policies.tsx";

export { Waiting } from "../admin/admin-frame.tsx";
export const head = (): Head => ({ title: `${say("rules.heading")} – Uola`, hidden: true });

export default function Rules() {
  return (
    <AdminFrame here="/admin/rules/">
      <All />
    </AdminFrame>
  );
}

/** What services choose from: the rules of booking, headings, plans and further questions. */
function All() {
  const feedback = useFeedback();
  return (
    <main id="content">
      <header className="admin-head">
        <Headline level={1}>{say("rules.heading")}</Headline>
      </header>
      {feedback.shown}
      <Policies feedback={feedback} />
      <Categories feedback={feedback} />
      <Plans feedback={feedback} />
      <BookingForms feedback={feedback} />
    </main>
  );
}
