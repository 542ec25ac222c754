import { categoryOf } from "@uola/browser/gym/category.ts";
import type { PriceKind } from "@uola/browser/gym/price-kinds.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Badge, CategoryBadge } from "@uola/ui/badge.tsx";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { PriceFigure } from "@uola/ui/price-figure.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { dateLong, localDate, price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOf } from "../../features/booking/activity-price.ts";
import { ReducedPriceProof, ReducedPrices } from "../../features/booking/person-prices.tsx";
import { CartButton } from "../../features/cart-button.tsx";
import { Questions } from "../../features/questions.tsx";
import { ReturnLink } from "../../features/return-link.tsx";
import type { PassOfLine, PricesData } from "./prices.data.ts";

export const head = ({ data: { texts } }: PageProps<PricesData>): Head => ({
  title: say("page.prices"),
  description: texts.description,
});

/** Items sold individually and not issued to a person: single entries and rentals. */
const soldHere: ReadonlySet<PriceKind> = new Set(["SINGLE", "RENT"]);

/** Returns a one-line summary of a pass. */
const givenBy = ({ entries, period: { count, unit }, begins, people }: PassOfLine): string =>
  [
    entries == null ? say("pass.unlimited") : say("pass.entries", { count: entries }),
    [
      say(unit === "DAYS" ? "pass.days" : "pass.months", { count }),
      ...(begins === "FIRST_USE" ? [say("pass.firstUse")] : []),
    ].join(" "),
    ...(people > 1 ? [say("pass.people", { count: people })] : []),
  ].join(", ");

/** The plan of a checkout started in another app; null if it is no longer sold. */
type Plan = { name: string; cents: number; kindId: string | null } | null;

/**
 * Finds a plan by its id or by the id of its pass type. Returns undefined if the URL contains no
 * plan.
 */
function planAsked({ plans, groups }: PricesData, id: string | null): Plan | undefined {
  if (!id) return undefined;
  const plan = plans.find((each) => each.id === id || each.kindId === id);
  if (plan) return plan;
  const line = groups.flatMap(({ prices }) => prices).find(({ pass }) => pass?.kindId === id);
  return line ? { name: line.name, cents: line.cents, kindId: line.sold ? id : null } : null;
}

function AskedPlan({ plan, shop }: { plan: Plan; shop: boolean }) {
  const canBuy = shop && plan?.kindId;
  return (
    <section className="page section grid max-w-[900px] justify-items-start gap-3" aria-labelledby="asked-plan">
      <h2 id="asked-plan" className="title">
        {plan ? plan.name : say("prices.plan.gone")}
      </h2>
      {plan && <PriceFigure>{price(plan.cents)}</PriceFigure>}
      {canBuy ? (
        <CartButton what={{ pass: { kindId: canBuy } }} about={plan.name} />
      ) : (
        <p>
          {say(plan ? "prices.plan.atGym" : "prices.plan.choose")}{" "}
          <TextLink href={linkTo("/contact/")}>{say("page.contact")}</TextLink>
        </p>
      )}
    </section>
  );
}

/** The price page. `?plan=` and `?product=` highlight the item of a checkout if the page lists it. */
export default function Prices({ data, search, now }: PageProps<PricesData>) {
  const { texts } = data;
  const today = localDate(now);
  const asked = search.get("plan") ?? search.get("product");
  const plan = planAsked(data, search.get("plan"));
  const mark = (...names: string[]) => asked !== null && names.includes(asked);
  return (
    <main id="content">
      <PageHeader title={say("page.prices")} art={{ shape: "pocket", hue: "yellow" }} hues={["sky", "green", "pink"]}>
        <p className="lead mt-6">{texts.lead}</p>
      </PageHeader>
      {plan !== undefined && <AskedPlan plan={plan} shop={data.shop} />}
      <section className="page section columns">
        <SectionHead title={say("prices.list")}>
          <p className="text-muted">{texts.vat}</p>
          {data.validFrom && <p className="text-muted">{say("prices.valid", { day: dateLong(data.validFrom) })}</p>}
        </SectionHead>
        <div className="grid gap-12">
          {data.groups.length === 0 && (
            <p className="rule pt-5">
              {say("prices.none")} <TextLink href={linkTo("/contact/")}>{say("page.contact")}</TextLink>
            </p>
          )}
          {data.groups.map(({ kind, prices }) => (
            <section key={kind} className="rows" aria-labelledby={`prices-${kind}`}>
              <h3 id={`prices-${kind}`} className="day-heading">
                {say(`prices.kind.${kind}`)}
              </h3>
              <dl className="prices">
                {prices.map(({ id, slug, name, cents, reduced, lowest, from, note, validFrom, sold, pass }) => (
                  <div key={slug} id={slug} aria-current={mark(slug, pass?.kindId ?? slug) || undefined}>
                    <dt>
                      {name} {mark(slug, pass?.kindId ?? slug) && <Badge hue="now">{say("prices.asked")}</Badge>}
                      {validFrom > today && (
                        <Badge hue="yellow">{say("prices.from.day", { day: dateLong(validFrom) })}</Badge>
                      )}
                    </dt>
                    <dd>
                      {from && <small>{say("home.prices.from")} </small>}
                      {reduced && <s className="mr-2 text-muted">{price(reduced.from)}</s>}
                      <PriceFigure>{price(cents)}</PriceFigure>
                    </dd>
                    <dd className="text-muted small">
                      {note}
                      {pass && <span className="block">{givenBy(pass)}</span>}
                      {reduced && (
                        <span className="block">
                          {say("prices.reduced", {
                            day: dateLong(reduced.until),
                            lowest: price(lowest ?? reduced.from),
                          })}
                        </span>
                      )}
                      {data.shop && sold && (pass || soldHere.has(kind)) && (
                        <CartButton
                          what={pass ? { pass: { kindId: pass.kindId } } : { goods: { priceId: id, quantity: 1 } }}
                          about={name}
                        />
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
      {data.plans.length > 0 && (
        <section className="page section columns">
          <SectionHead hues={["sky", "yellow", "green"]} title={say("prices.plans")}></SectionHead>
          <dl className="prices rule">
            {data.plans.map(({ id, name, description, cents, kindId }) => (
              <div key={id} id={`plan-${id}`} aria-current={mark(id) || undefined}>
                <dt>
                  {name} {mark(id) && <Badge hue="now">{say("prices.asked")}</Badge>}
                </dt>
                <dd>
                  <span className="price">{price(cents)}</span>
                </dd>
                <dd className="text-muted small">
                  {description}
                  {data.shop && kindId && <CartButton what={{ pass: { kindId } }} about={name} />}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {data.categories.length > 0 && (
        <section className="page section columns">
          <SectionHead hues={["orange", "green", "pink"]} title={say("prices.activities")}>
            <p className="text-muted">{texts.activitiesLead}</p>
            <ReducedPriceProof activities={data.categories.flatMap(({ activities }) => activities)} />
            <p>
              <PrimaryLink icon="right" href={linkTo("/booking/")}>
                {say("action.book")}
              </PrimaryLink>
            </p>
          </SectionHead>
          <div className="grid gap-10">
            {data.categories.map(({ name, kind, activities }) => (
              <section key={name}>
                <h3 className="day-heading">
                  {name ? <CategoryBadge category={categoryOf(kind)}>{name}</CategoryBadge> : say("prices.others")}
                </h3>
                <ul>
                  {activities.map(({ id, slug, name, tagLine, price, ...lower }) => (
                    <li
                      key={id}
                      aria-current={mark(id, slug) || undefined}
                      className="grid grid-cols-[1fr_auto] items-center gap-x-6 border-b border-rule py-3"
                    >
                      <div>
                        <TextLink alone href={linkTo(`/booking/?service=${encodeURIComponent(slug)}`)}>
                          {name}
                        </TextLink>{" "}
                        {mark(id, slug) && <Badge hue="now">{say("prices.asked")}</Badge>}
                        {tagLine && <p className="small text-muted">{tagLine}</p>}
                        <ReducedPrices activity={lower} />
                      </div>
                      <p className="title text-right">{costOf({ price })}</p>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {data.hasMore && <p>{say("booking.activity.more")}</p>}
          </div>
        </section>
      )}
      {data.privately.length > 0 && (
        <section className="page section columns" aria-labelledby="privately">
          <SectionHead id="privately" hues={["pink", "sky"]} title={say("prices.private")}>
            <p className="text-muted">{texts.privateLead}</p>
          </SectionHead>
          <ul className="rule">
            {data.privately.map(({ slug, name, tagLine, price, role }) => (
              <li
                key={slug}
                aria-current={mark(slug) || undefined}
                className="grid grid-cols-[1fr_auto] items-center gap-x-6 border-b border-rule py-3"
              >
                <div>
                  <TextLink alone href={linkTo(`/booking/private/?kind=${role}#chosen`)}>
                    {name}
                  </TextLink>{" "}
                  {mark(slug) && <Badge hue="now">{say("prices.asked")}</Badge>}
                  {tagLine && <p className="small text-muted">{tagLine}</p>}
                </div>
                <p className="title text-right">{costOf({ price })}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.discounts.length > 0 && (
        <section className="page section columns bg-raised" aria-labelledby="discounts">
          <SectionHead id="discounts" hues={["green", "orange"]} title={say("prices.discounts")}>
            <p className="text-muted">{texts.discountsLead}</p>
          </SectionHead>
          <dl className="rule">
            {data.discounts.map(({ id, name, discount, proof }) => (
              <div key={id} className="grid gap-x-6 gap-y-1 border-b border-rule py-3 md:grid-cols-[1fr_auto]">
                <dt className="title">{name}</dt>
                <dd className="title">{discount}</dd>
                {proof && <dd className="text-muted">{say("prices.proof", { proof })}</dd>}
              </div>
            ))}
          </dl>
        </section>
      )}
      <Questions questions={data.questions} />
      <ReturnLink search={search} />
    </main>
  );
}
