import { usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { HistorySearchResult } from "@uola/contract";
import { accountRoles } from "@uola/contract/roles";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Field, FilterSelect } from "@uola/ui/field.tsx";
import { actorName } from "@uola/ui/kit/actor-name.ts";
import { actionText } from "@uola/ui/kit/history-words.ts";
import { List } from "@uola/ui/kit/list.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { say } from "@uola/words/admin";
import { addDays, dateLong, instantOf, time } from "@uola/words/formats";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { personHref } from "../people/href.ts";
import type { Names } from "../services/service-fields.tsx";
import { useLists } from "../services/use-lists.ts";
import { changeLines } from "./change-lines.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("changes.heading"), hidden: true });

/**
 * The kinds of entities that can be filtered by; changes to other entities can be found by person
 * and date.
 */
const kinds = [
  ...(["booking", "session", "service", "order", "document", "voucher", "coupon", "account", "staff"] as const),
  ...(["category", "booking_policy", "business", "location", "resource", "time_off", "seller", "price"] as const),
  ...(["pass", "pass_kind", "bankEntry", "documentMonth", "paymentSettings", "ledgerAccounts"] as const),
  ...(["personNote", "mediaFile", "itemImport"] as const),
  ...(["pricing_plan", "data_collection", "site", "webhook", "apiKey", "booking_form", "deskClose"] as const),
] as const;
type Kind = (typeof kinds)[number];

export default function ChangesPage({ search }: PageProps) {
  return (
    <AdminFrame here="/admin/history/">
      <Found
        actorId={search.get("by") ?? ""}
        entity={kinds.find((kind) => kind === search.get("of")) ?? ""}
        entityId={search.get("one") ?? ""}
        from={search.get("from") ?? ""}
        to={search.get("to") ?? ""}
      />
    </AdminFrame>
  );
}

type Criteria = { actorId: string; entity: Kind | ""; entityId: string; from: string; to: string };

/** The audit log: who changed what, and when. */
function Found(criteria: Criteria) {
  const { actorId, entity, entityId, from, to } = criteria;
  const seek = (part: Partial<Criteria>) => {
    const next = { ...criteria, ...part };
    const params = new URLSearchParams(
      Object.entries({ by: next.actorId, of: next.entity, one: next.entityId, from: next.from, to: next.to }).filter(
        ([, value]) => value,
      ),
    );
    go(linkTo(`/admin/history/${params.size > 0 ? `?${params}` : ""}`), { replace: true });
  };
  const team = usePlatformQuery(["members", "actors"], async ({ members }) => {
    const filter = { role: { $in: accountRoles.filter((role) => role !== "member") } };
    return (await members.query({ query: { filter, paging: { limit: 100 } } })).members;
  }).data;
  const names = useLists()?.names ?? new Map<string, string>();
  const found = usePlatformList(
    ["history", "search", actorId, entity, entityId, from, to],
    async ({ history }, cursorPaging) => {
      const { entries, cursors } = await history.search({
        ...(actorId && { actorId }),
        ...(entity && { entity }),
        ...(entityId && { entityId }),
        ...(from && { from: instantOf(from) }),
        ...(to && { until: instantOf(addDays(to, 1)) }),
        cursorPaging,
      });
      return { items: entries, next: cursors.next };
    },
    { keeps: true },
  );
  const hasCriteria = Boolean(actorId || entity || entityId || from || to);
  return (
    <AdminPage
      title={say("changes.heading")}
      beside={
        <div className="flex flex-wrap items-end gap-4">
          <FilterSelect
            label={say("changes.by.any")}
            value={actorId}
            onChange={({ target }) => seek({ actorId: target.value })}
            options={(team ?? []).map(({ identity }) => ({
              value: identity.id,
              label:
                [identity.identityProfile?.firstName, identity.identityProfile?.lastName].filter(Boolean).join(" ") ||
                (identity.email?.address ?? identity.id),
            }))}
          />
          <FilterSelect
            label={say("changes.of.any")}
            value={entity}
            onChange={({ target }) => seek({ entity: target.value as Kind | "" })}
            options={kinds.map((value) => ({ value, label: say(`changes.kind.${value}`) }))}
          />
          <Field
            id="from"
            type="date"
            label={say("reports.from")}
            value={from}
            onChange={({ target }) => seek({ from: target.value })}
          />
          <Field
            id="to"
            type="date"
            label={say("reports.to")}
            value={to}
            onChange={({ target }) => seek({ to: target.value })}
          />
        </div>
      }
    >
      {hasCriteria && (
        <p className="mb-2">
          <TextButton onClick={() => seek({ actorId: "", entity: "", entityId: "", from: "", to: "" })}>
            {say("changes.all")}
          </TextButton>
        </p>
      )}
      <List items={found.items} reading={found} failed={say("history.failed")} lines={8} empty={say("changes.none")}>
        {(entry) => <Entry entry={entry} names={names} onSeek={seek} />}
      </List>
    </AdminPage>
  );
}

const shownMost = 12;

type EntryProps = { entry: HistorySearchResult; names: Names; onSeek: (part: Partial<Criteria>) => void };

function Entry({ entry, names, onSeek }: EntryProps) {
  const { entity, entityId, actor, createdDate, reason } = entry;
  const changes = changeLines(entry, names);
  const kind = kinds.find((each) => each === entity);
  const what = [say(`changes.kind.${kind ?? "other"}`), entry.name].filter(Boolean).join(" · ");
  const href = hrefOf(entry);
  return (
    <div className="w-full min-w-0">
      <p>
        <b>{what}</b> · {actionText(entry)}{" "}
        <span className="text-muted">
          {dateLong(createdDate)}, {time(createdDate)}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-5">
        <TextButton about={what} onClick={() => onSeek({ actorId: actor.id })}>
          {actorName(entry)}
        </TextButton>
        <TextButton about={what} onClick={() => onSeek({ entityId, entity: "" })}>
          {say("changes.one")}
        </TextButton>
        {href && (
          <TextLink href={href} about={what}>
            {say("overview.decision.open")}
          </TextLink>
        )}
      </p>
      {reason && <p>{say("history.reason", { reason })}</p>}
      {changes.length > 0 && (
        <details>
          <summary className="min-h-[32px] py-1">{say("changes.fields", { count: changes.length })}</summary>
          <ul className="wrap-anywhere">
            {changes.slice(0, shownMost).map(({ name, from, to }) => (
              <li key={name}>{say("history.line", { name, from: from || "–", to: to || "–" })}</li>
            ))}
          </ul>
          {changes.length > shownMost && <p>{say("changes.fields.more", { count: changes.length - shownMost })}</p>}
        </details>
      )}
    </div>
  );
}

const hrefOf = ({ entity, entityId }: HistorySearchResult): string | undefined => {
  if (entity === "booking") return personHref({ bookingId: entityId });
  if (entity === "account") return personHref({ personId: entityId });
  return entity === "session" ? linkTo(`/admin/session/?id=${entityId}`) : undefined;
};
