import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { categoryOf } from "../../features/category.ts";
import { Questions } from "../../features/questions.tsx";
import { WayBack } from "../../features/way-back.tsx";
import { linkTo } from "../../loader/locale.ts";
import type { Head, PageProps } from "../../loader/page.ts";
import { Badge, CategoryBadge } from "../../ui/badge.tsx";
import { PrimaryLink, TextLink } from "../../ui/buttons.tsx";
import { Headline } from "../../ui/headline.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PriceFigure } from "../../ui/price-figure.tsx";
import type { Price } from "../booking/activities.ts";
import { priceOf } from "../booking/show.ts";
import type { PricesData } from "./prices.data.ts";

export const head = ({ data: { texts } }: PageProps<PricesData>): Head => ({
  title: say("site.title", { page: say("page.prices") }),
  description: texts.description,
});

/** What everything costs. `?plan=` and `?product=` mark what a checkout was about, when it is something listed here. */
export default function Prices({ data, search }: PageProps<PricesData>) {
  const { texts } = data;
  const asked = search.get("plan") ?? search.get("product");
  const mark = (...names: string[]) => asked !== null && names.includes(asked);
  return (
    <main id="content">
      <PageHeader title={say("page.prices")} art={{ shape: "pocket", hue: "yellow" }} hues={["sky", "green", "pink"]}>
        <p className="lead mt-6">{texts.lead}</p>
      </PageHeader>
      <section className="page section columns">
        <div className="grid content-start gap-4">
          <Headline>{say("prices.list")}</Headline>
          <p className="text-muted">{texts.vat}</p>
        </div>
        <div className="rows">
          <dl className="prices rule">
            {data.prices.map(({ slug, name, cents, from, note }) => (
              <div key={slug} id={slug} aria-current={mark(slug) || undefined}>
                <dt>
                  {name} {mark(slug) && <Badge hue="now">{say("prices.asked")}</Badge>}
                </dt>
                <dd>
                  {from && <small>{say("home.prices.from")}</small>}
                  <PriceFigure>{price(cents)}</PriceFigure>
                </dd>
                <dd className="text-muted small">{note}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      {data.plans.length > 0 && (
        <section className="page section columns">
          <div className="grid content-start gap-4">
            <Headline hues={["sky", "yellow", "green"]}>{say("prices.plans")}</Headline>
          </div>
          <dl className="prices rule">
            {data.plans.map(({ id, name, description, cents }) => (
              <div key={id} id={`plan-${id}`} aria-current={mark(id) || undefined}>
                <dt>
                  {name} {mark(id) && <Badge hue="now">{say("prices.asked")}</Badge>}
                </dt>
                <dd>
                  <span className="price">{price(cents)}</span>
                </dd>
                <dd className="text-muted small">{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section className="page section columns">
        <div className="grid content-start gap-4">
          <Headline hues={["orange", "green", "pink"]}>{say("prices.activities")}</Headline>
          <p className="text-muted">{texts.activitiesLead}</p>
          <p>
            <PrimaryLink icon="right" href={linkTo("/booking/")}>
              {say("action.book")}
            </PrimaryLink>
          </p>
        </div>
        <div className="grid gap-10">
          {data.categories.map(({ name, kind, activities }) => (
            <section key={name}>
              <h3 className="day-heading">
                {name ? <CategoryBadge category={categoryOf(kind)}>{name}</CategoryBadge> : say("prices.others")}
              </h3>
              <ul>
                {activities.map(({ id, slug, name, tagLine, price }) => (
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
                    </div>
                    <p className="title text-right">{costOf(price)}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {data.hasMore && <p>{say("booking.activity.more")}</p>}
        </div>
      </section>
      <Questions questions={data.questions} />
      <WayBack search={search} />
    </main>
  );
}

const costOf = (cost: Price) => (cost.kind === "each" ? price(cost.cents) : priceOf({ price: cost }));
