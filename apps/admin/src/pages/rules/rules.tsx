import type { Head } from "@uola/page-loader/page.ts";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { say } from "@uola/words/admin";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { BookingForms } from "./booking-forms.tsx";
import { Categories } from "./categories.tsx";
import { Plans } from "./plans.tsx";
import { Policies } from "./policies.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("rules.heading"), hidden: true });

export default function Rules() {
  return (
    <AdminFrame here="/admin/rules/">
      <All />
    </AdminFrame>
  );
}

/** Settings that services refer to: booking policies, categories, plans and additional questions. */
function All() {
  const feedback = useFeedback();
  return (
    <AdminPage title={say("rules.heading")}>
      {feedback.shown}
      <Policies feedback={feedback} />
      <Categories feedback={feedback} />
      <Plans feedback={feedback} />
      <BookingForms feedback={feedback} />
    </AdminPage>
  );
}
