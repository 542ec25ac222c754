import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { useEffect, useRef, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { checkLinks, type Finding, type Loaded } from "./check-links.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("links.heading"), hidden: true });

export default function Links() {
  return (
    <AdminFrame here="/admin/content/">
      <Checker />
    </AdminFrame>
  );
}

type State = "idle" | "failed" | { done: number; of: number } | readonly Finding[];

/** Checks every page of the sitemap for broken links, in the browser. */
function Checker() {
  const [state, setState] = useState<State>("idle");
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const check = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setState({ done: 0, of: 0 });
    try {
      const pages = await pagesOfSitemap(signal);
      const load = (path: string, whole: boolean) => loadPage(path, whole, signal);
      const onProgress = (done: number, of: number) => setState({ done, of });
      setState(await checkLinks({ pages, origin: location.origin, load, onProgress, signal }));
    } catch {
      setState(signal.aborted ? "idle" : "failed");
    }
  };
  const running = typeof state === "object" && "of" in state ? state : undefined;
  const findings = typeof state === "object" && !("of" in state) ? state : undefined;
  return (
    <AdminPage
      title={say("links.heading")}
      back={{ href: linkTo("/admin/content/"), label: say("content.toAll") }}
      beside={
        running ? (
          <TextButton onClick={() => stop.current?.abort()}>{say("links.stop")}</TextButton>
        ) : (
          <PrimaryButton small onClick={() => void check()}>
            {say(findings ? "links.again" : "links.check")}
          </PrimaryButton>
        )
      }
    >
      <p className="my-4 max-w-[68ch]">{say("links.lead")}</p>
      {state === "failed" && <Notice urgent>{say("links.failed")}</Notice>}
      {running && (
        <div className="grid max-w-[480px] gap-2">
          <p className="tabular-nums">{say("links.running", running)}</p>
          <progress
            className="w-full"
            value={running.done}
            max={Math.max(1, running.of)}
            aria-label={say("links.heading")}
          />
        </div>
      )}
      {findings && (
        <>
          <p role="status" className="my-4 font-bold">
            {say("links.found", { count: findings.length })}
          </p>
          {findings.length > 0 && (
            <DataTable
              caption={say("links.heading")}
              columns={columns()}
              items={findings}
              idOf={({ target }) => target}
            />
          )}
        </>
      )}
    </AdminPage>
  );
}

const columns = (): Column<Finding>[] => [
  {
    id: "target",
    heading: say("links.column.target"),
    isName: true,
    className: "wrap-anywhere",
    cell: ({ target, movedTo }) => (movedTo ? say("links.leads", { target, to: movedTo }) : target),
  },
  {
    id: "kind",
    heading: say("links.column.kind"),
    sort: ({ kind }) => kind,
    cell: ({ kind }) => <Badge>{say(`links.kind.${kind}`)}</Badge>,
  },
  {
    id: "on",
    heading: say("links.column.on"),
    cell: ({ on }) => (
      <ul>
        {on.slice(0, 5).map(({ path, text }) => (
          <li key={path}>
            <TextLink href={path}>{path}</TextLink> {text && <span className="text-muted">„{text}“</span>}
          </li>
        ))}
        {on.length > 5 && <li className="text-muted">{say("links.more", { count: on.length - 5 })}</li>}
      </ul>
    ),
  },
];

async function pagesOfSitemap(signal: AbortSignal): Promise<string[]> {
  const response = await fetch("/sitemap.xml", { signal });
  if (!response.ok) throw new Error("There is no sitemap.");
  const sitemap = new DOMParser().parseFromString(await response.text(), "application/xml");
  const paths = [...sitemap.querySelectorAll("url > loc")].map(
    ({ textContent }) => new URL(textContent ?? "").pathname,
  );
  return [...new Set(paths)];
}

async function loadPage(path: string, whole: boolean, signal: AbortSignal): Promise<Loaded> {
  const response = await fetch(path, { signal, method: whole ? "GET" : "HEAD" });
  const { pathname } = new URL(response.url);
  const moved = response.redirected && pathname !== path ? { movedTo: pathname } : {};
  if (!whole) return { status: response.status, links: [], ids: new Set(), ...moved };
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const links = [...page.querySelectorAll("a[href], img[src]")].map((element) => ({
    href: element.getAttribute("href") ?? element.getAttribute("src") ?? "",
    text: (element.textContent || element.getAttribute("alt") || "").trim().slice(0, 60),
  }));
  const ids = new Set([...page.querySelectorAll("[id]")].map(({ id }) => id));
  return {
    status: response.status,
    links: links.filter(({ href }) => !/^(?!https?:)[a-z]+:/.test(href)),
    ids,
    ...moved,
  };
}
