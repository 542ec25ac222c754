import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field } from "@uola/ui/field.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { money, price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useForm } from "../../features/use-form.ts";
import { useToCart } from "../../features/use-to-cart.ts";
import type { DonateData } from "./donate.data.ts";
import { donationOf, initialDonationDraft, sumLimits, sums } from "./donation-rules.ts";

export const head = ({ data: { texts } }: PageProps<DonateData>): Head => ({
  title: say("page.donate"),
  description: texts.description,
});

const terms = ["use", "document", "back"] as const;

/** The form for adding a donation to the cart: a sum and a project. */
export default function Donate({ data, search }: PageProps<DonateData>) {
  const { texts, projects, contact, shop } = data;
  return (
    <main id="content">
      <PageHeader title={texts.head} art={{ shape: "jug", hue: "pink" }} hues={["yellow", "green", "orange"]}>
        <p className="lead mt-6">{texts.lead}</p>
      </PageHeader>
      <div className="page section booking-columns grid gap-12">
        <div className="max-w-[720px]">
          {shop ? (
            <Giving projects={projects} asked={search.get("project")} />
          ) : (
            <p className="lead">
              {say("donate.closed", { address: contact.email })}{" "}
              <TextLink href={telOf(contact.phone)}>{say("order.call", { phone: showPhone(contact.phone) })}</TextLink>
            </p>
          )}
        </div>
        <section aria-labelledby="donate-terms" className="grid content-start gap-4">
          <h2 id="donate-terms" className="title">
            {say("donate.terms")}
          </h2>
          <dl className="rule">
            {terms.map((term) => (
              <div key={term} className="grid gap-1 border-b border-rule py-4">
                <dt className="font-bold">{say(`donate.terms.${term}`)}</dt>
                <dd>{texts[term]}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      {projects.length > 0 && (
        <section className="on-hue yellow page section columns" aria-labelledby="donate-projects">
          <Headline id="donate-projects" hues={["orange", "green", "pink"]} field="yellow">
            {say("projects.head")}
          </Headline>
          <ul className="rule">
            {projects.map(({ path, title, summary, href }) => (
              <li key={path} className="grid gap-1 border-b border-rule py-4">
                <h3>
                  <TextLink onwards href={href}>
                    {title}
                  </TextLink>
                </h3>
                {summary && <p>{summary}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

function Giving({ projects, asked }: Pick<DonateData, "projects"> & { asked: string | null }) {
  const form = useForm({ empty: initialDonationDraft(asked, projects) });
  const { draft, busy, refusal } = form;
  const donation = donationOf(draft, projects);
  const give = useToCart(form, () =>
    donation ? { donation } : { field: "donation-sum", text: say("donate.sum.wrong") },
  );
  const setSum = (sum: string) => form.set({ sum }, ["donation-sum"]);
  return (
    <form
      className="needs-scripts grid justify-items-start gap-7"
      noValidate
      method="post"
      aria-busy={busy}
      onSubmit={give}
      data-acts
    >
      <RadioGroup
        shown
        legend={say("donate.sum")}
        name="sum"
        value={draft.sum}
        choices={sums.map((sum) => ({ value: String(sum), label: price(sum * 100) }))}
        onChange={setSum}
      />
      <Field
        id="donation-sum"
        label={say("donate.sum.own")}
        hint={say("donate.sum.hint", { least: price(sumLimits.least * 100), most: price(sumLimits.most * 100) })}
        inputMode="decimal"
        maxLength={8}
        value={draft.sum}
        onChange={({ target }) => setSum(target.value)}
        error={form.problems[0]?.text}
      />
      {projects.length > 0 && (
        <RadioGroup
          shown
          legend={say("donate.project")}
          name="project"
          value={draft.project}
          choices={[
            { value: "", label: say("donate.project.any") },
            ...projects.map(({ path, title }) => ({ value: path, label: title })),
          ]}
          onChange={(project) => form.set({ project })}
        />
      )}
      {refusal && (
        <p className="error" role="alert">
          {refusal.why}
        </p>
      )}
      <PrimaryButton type="submit" icon="right" disabled={busy}>
        {busy
          ? say("order.cart.adding")
          : donation
            ? say("donate.do.sum", { sum: money(donation.amount) })
            : say("donate.do")}
      </PrimaryButton>
      <p className="small text-muted">{say("donate.next")}</p>
    </form>
  );
}
