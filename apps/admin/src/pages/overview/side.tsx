import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { useHasPower } from "@uola/browser/session/session.tsx";
import type { Decision, Overview } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { Count } from "@uola/ui/kit/count.tsx";
import { List, Section } from "@uola/ui/kit/list.tsx";
import { CategoryIcon } from "@uola/ui/ornament.tsx";
import { say } from "@uola/words/admin";
import { capitalized, dayShort, localDate, money, price, time } from "@uola/words/formats";
import { overdueHref } from "../orders/order-filter.ts";

type Props = { seen: Overview };

const hueOf = {
  NO_TRAINER: "orange",
  REQUESTS: "yellow",
  PAYOUTS: "pink",
  UNPAID_LONG: "orange",
  APPROVALS: "green",
  OVERDUE_PARTS: "orange",
  AT_PROVIDER: "pink",
} as const satisfies Record<Decision["kind"], string>;

export const hrefOf = ({ kind, session, first }: Decision): string => {
  if (kind === "OVERDUE_PARTS") return overdueHref();
  // A request is linked to the day of its session, because today's page would show no pending
  // requests.
  if (kind === "REQUESTS" && first) return linkTo(`/admin/?day=${localDate(first)}`);
  return linkTo(
    {
      NO_TRAINER: `/admin/session/?id=${session?.id}`,
      REQUESTS: "/admin/",
      PAYOUTS: "/admin/orders/",
      AT_PROVIDER: "/admin/orders/",
      UNPAID_LONG: "/admin/orders/",
      APPROVALS: "/admin/members/",
    }[kind],
  );
};

function words({ kind, count, amount, session }: Decision): string {
  if (kind !== "NO_TRAINER") return say(`overview.decision.${kind}`, { count, amount: money(amount ?? 0) });
  const start = session?.startDate ?? new Date();
  return say("overview.decision.NO_TRAINER", {
    name: session?.name ?? "",
    when: `${capitalized(dayShort(start))}, ${time(start)}`,
    count,
  });
}

/** Decisions to be made today, each with a link. */
export const Decisions = ({ seen: { decisions }, className }: Props & { className: string }) => (
  <div className={className}>
    <Section title={say("overview.decisions")} action={decisions.length > 0 && <Count>{decisions.length}</Count>}>
      <List
        items={decisions}
        idOf={({ kind, session }) => `${kind} ${session?.id}`}
        empty={say("overview.decisions.none")}
      >
        {(decision) => (
          <div className="grid w-full grid-cols-[10px_1fr_auto] items-center gap-[14px]">
            <i className={`h-full min-h-[44px] bg-(--face) [clip-path:var(--hung-1)] ${hueOf[decision.kind]}`} />
            <p>{words(decision)}</p>
            <TextLink alone href={hrefOf(decision)} about={words(decision)}>
              {say("overview.decision.open")}
            </TextLink>
          </div>
        )}
      </List>
    </Section>
  </div>
);

/** Unpaid orders, grouped by age. */
export function Unpaid({ seen: { unpaid } }: Props) {
  const most = Math.max(...unpaid.ages.map(({ amount }) => amount), 1);
  return (
    <Section
      title={say("overview.unpaid")}
      action={<TextLink href={linkTo("/admin/orders/")}>{say("overview.all")}</TextLink>}
    >
      <p className="mt-3 flex items-end gap-3">
        <span className="price text-[40px] leading-none">{price(unpaid.amount)}</span>
        {say("overview.orders", { count: unpaid.orders })}
      </p>
      {unpaid.orders > 0 && (
        <dl>
          {unpaid.ages.map(({ untilDays, orders, amount }) => (
            <div
              key={untilDays ?? "older"}
              className="grid grid-cols-[104px_minmax(0,1fr)_auto] items-center gap-3 border-rule border-b py-2"
            >
              <dt>{say("overview.age", { until: String(untilDays ?? 0) })}</dt>
              <dd aria-hidden="true">
                {amount > 0 && (
                  <i
                    className={`block h-[16px] bg-(--face) [clip-path:var(--torn-3)] ${untilDays ? "[--face:var(--bar)]" : "orange"}`}
                    style={{ width: `${(amount / most) * 100}%` }}
                  />
                )}
              </dd>
              <dd className="text-right">
                <b>{money(amount)}</b> <span className="text-muted">({orders})</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** Unpaid bookings and orders of the coming weeks; does not estimate future bookings. */
export function Forecast({
  forecast: { days, orders, bookings, unpriced },
}: {
  forecast: NonNullable<Overview["forecast"]>;
}) {
  const rows = [
    { id: "orders", name: say("overview.forecast.orders", { count: orders.count }), amount: orders.amount },
    { id: "bookings", name: say("overview.forecast.bookings", { count: bookings.count }), amount: bookings.amount },
  ];
  return (
    <Section title={say("overview.forecast", { days })}>
      <p className="price mt-3 text-[40px] leading-none">{price(orders.amount + bookings.amount)}</p>
      <dl>
        {rows.map(({ id, name, amount }) => (
          <div key={id} className="flex justify-between gap-3 border-rule border-b py-2">
            <dt>{name}</dt>
            <dd className="font-bold whitespace-nowrap">{money(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted">
        {[say("overview.forecast.about"), unpriced > 0 && say("overview.forecast.unpriced", { count: unpriced })]
          .filter(Boolean)
          .join(" ")}
      </p>
    </Section>
  );
}

const pebblesMost = 60;

/** People who came for the first time; a filled pebble represents a person who has come again. */
export function NewPeople({ seen: { people, period } }: Props) {
  return (
    <Section title={say("overview.people")}>
      <p className="mt-3 flex items-end gap-3">
        <span className="price text-[40px] leading-none">{people.new}</span>
        {say("overview.people.before", { period: period.kind, count: people.before })}
      </p>
      {people.new <= pebblesMost && (
        <span className="pebbles my-2" aria-hidden="true">
          {Array.from({ length: people.new }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pebbles are counted, and have no other name
            <i key={index} className={index < people.again ? "taken" : undefined} />
          ))}
        </span>
      )}
      <p>{say("overview.people.again", { count: people.again })}</p>
    </Section>
  );
}

/** The longest waiting lists of upcoming sessions. */
export function WaitingLists({ seen: { waiting } }: Props) {
  const seesBookings = useHasPower("seesBookings");
  return (
    <Section title={say("overview.waiting", { count: waiting.people })}>
      <List
        items={waiting.lists}
        idOf={({ serviceId, sessionId }) => `${serviceId} ${sessionId}`}
        empty={say("overview.waiting.none")}
      >
        {({ name, kind, startDate, sessionId, waiting, taken, capacity }) => (
          <>
            <span className={`contents ${signs[categoryOf(kind)].hue}`}>
              <CategoryIcon category={categoryOf(kind)} />
            </span>
            <div className="min-w-0 flex-[1_1_220px]">
              {sessionId && seesBookings ? (
                <a className="title quick" href={linkTo(`/admin/session/?id=${sessionId}`)}>
                  {name}
                </a>
              ) : (
                <b>{name}</b>
              )}
              <p className="text-muted">
                {[
                  startDate && `${dayShort(startDate)}, ${time(startDate)}`,
                  capacity != null && say("overview.places", { taken, capacity }),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <b>{say("overview.waits", { count: waiting })}</b>
          </>
        )}
      </List>
    </Section>
  );
}
