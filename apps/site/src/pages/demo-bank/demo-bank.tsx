import { type Reason, reasonOf } from "@uola/browser/error-messages.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryButton, SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useAction } from "../../features/use-action.ts";
import { useRead } from "../../features/use-read.ts";
import { keptOrder } from "../order/keep.ts";
import { orderPath } from "../order/order-path.ts";

export const head = (): Head => ({ title: say("demoBank.head"), hidden: true });

const Top = () => (
  <PageHeader title={say("demoBank.head")} hue="yellow" hues={["orange", "pink", "sky"]}>
    <p className="lead mt-6 max-w-[640px]">{say("demoBank.lead")}</p>
  </PageHeader>
);

export const Waiting = () => (
  <main id="content" className="short" aria-busy="true">
    <Top />
  </main>
);

/** A simulated bank payment page: the visitor pays, declines or leaves, as with a real bank. */
export default function DemoBank({ search }: PageProps) {
  const attemptId = search.get("attempt") ?? "";
  const read = useRead(attemptId, async ({ payments }) => (await payments.demoAttempt({ attemptId })).attempt);
  const { at, failure, run } = useAction<Reason<"order">>();
  const attempt = read.data;
  const why = failure ?? (read.failed ? reasonOf(read.error, "order") : undefined);
  const busy = at !== "idle";
  const decide = (pay: boolean) =>
    run(
      async ({ payments }) => location.assign((await payments.demoDecide({ attemptId, pay })).returnUrl),
      (error) => reasonOf(error, "order"),
    );
  const order = keptOrder();
  const leave = order ? orderPath(order) : linkTo("/order/");
  const isOpen = attempt && ["CREATED", "OPEN", "PENDING"].includes(attempt.state);
  return (
    <main id="content" className="short">
      <Top />
      <section className="page section grid max-w-[720px] justify-items-start gap-6">
        {attempt ? (
          <>
            <p className="text-muted">{say("demoBank.order", { number: attempt.orderNumber })}</p>
            <p className="display text-[56px]">{money(attempt.amount)}</p>
            {isOpen ? (
              <p className="flex flex-wrap gap-4">
                <PrimaryButton disabled={busy} onClick={() => void decide(true)}>
                  {say("demoBank.pay", { sum: money(attempt.amount) })}
                </PrimaryButton>
                <SecondaryButton disabled={busy} onClick={() => void decide(false)}>
                  {say("demoBank.refuse")}
                </SecondaryButton>
              </p>
            ) : (
              <p>{say("demoBank.over")}</p>
            )}
          </>
        ) : (
          !why && <Skeleton lines={3} label={say("state.loading")} />
        )}
        <Notice urgent>{why && (why === "over" ? say("demoBank.gone") : say(`order.refused.${why}`))}</Notice>
        <TextLink alone href={leave}>
          {say(attempt && !isOpen ? "demoBank.back" : "demoBank.leave")}
        </TextLink>
      </section>
    </main>
  );
}
