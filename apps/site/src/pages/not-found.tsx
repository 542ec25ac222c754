import { words } from "@uola/words/site";
import type { Head } from "../loader/page.ts";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("page.notFound") }), hidden: true });

export default function NotFoundPage() {
  return (
    <main id="content">
      <h1>{say("page.notFound")}</h1>
      <p>
        <a href="/">{say("page.home")}</a>
      </p>
    </main>
  );
}
