import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryLink } from "@uola/ui/buttons.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { say } from "@uola/words/admin";
import { AdminFrame } from "../frame/admin-frame.tsx";

export { Waiting } from "../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("admin.notFound"), hidden: true });

/** Not-found page of the admin site, shown within its frame and only to the team. */
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
