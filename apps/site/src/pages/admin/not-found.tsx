import { say } from "@uola/words/admin";
import { AdminPage } from "../../admin/kit/page.tsx";
import { linkTo } from "../../loader/locale.ts";
import type { Head } from "../../loader/page.ts";
import { PrimaryLink } from "../../ui/buttons.tsx";
import { AdminFrame } from "./admin-frame.tsx";

export { Waiting } from "./admin-frame.tsx";
export const head = (): Head => ({ title: say("admin.notFound"), hidden: true });

/** Not-found page of the admin, shown within its frame and only to the team. */
export default function AdminNotFound() {
  return (
    <AdminFrame>
      <AdminPage title={say("admin.notFound")}>
        <p className="lead mb-6">{say("admin.notFound.lead")}</p>
        <PrimaryLink href={linkTo("/admin/")}>{say("admin.notFound.home")}</PrimaryLink>
      </AdminPage>
    </AdminFrame>
  );
}
