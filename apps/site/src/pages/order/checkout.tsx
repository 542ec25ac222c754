import { showPhone } from "@uola/browser/gym/tel.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import { withCaptcha } from "@uola/client/captcha-retry";
import { isPaidOnline } from "@uola/contract/payment-providers";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryButton, PrimaryLink, SecondaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { ErrorSummary } from "@uola/ui/error-summary.tsx";
import { Check, Field } from "@uola/ui/field.tsx";
import { Notice, Toast } from "@uola/ui/notice.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { TimeLeft } from "@uola/ui/ticket.tsx";
import { time as clock, money } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { say } from "@uola/words/site";
import { useEffect, useEffectEvent, useId, useMemo } from "react";
import { keptDraft as bookingDraft } from "../../features/booking/booking-storage.ts";
import { momentOf } from "../../features/booking/booking-words.ts";
import { countdown, deadlineOf } from "../../features/booking/hold.ts";
import { InlineSignIn } from "../../features/booking/inline-sign-in.tsx";
import { errorsOf, inputsOf, onSubmit, useForm } from "../../features/use-form.ts";
import { CartLines } from "./cart-lines.tsx";
import { Codes } from "./codes.tsx";
import { CompanyFields } from "./company-fields.tsx";
import {
  checkoutErrors,
  type Draft,
  emptyDraft,
  type FieldName,
  longest,
  needsPhone,
  orderOf,
  type Problem,
  withDefaults,
} from "./draft.ts";
import { Parts } from "./instalments.tsx";
import { keptOrder, orderDraft } from "./keep.ts";
import { NothingHandedOver } from "./nothing-handed-over.tsx";
import { orderPath } from "./order-path.ts";
import { hasVouchers, nameOf, termsOf } from "./order-words.ts";
import type { PartProps } from "./part-props.ts";
import { PayWays } from "./payment-methods.tsx";
import { People } from "./people.tsx";
import { Step } from "./step.tsx";
import { Sums } from "./sums.tsx";
import { Agreed } from "./terms-checkbox.tsx";
import { type CartState, useCart, useNowEverySecond } from "./use-cart.ts";
import { useHandedOver } from "./use-handed-over.ts";
import { useWays } from "./use-payment-methods.ts";
import { usePlaceOrder } from "./use-placing.ts";

/** The cart and the checkout on one page: items, buyer, payment method, consents and the order button. */
export default function Checkout({ data }: PartProps) {
  const app = useApp();
  const { user } = useAuth();
  const state = useCart(app);
  const { cart, failed, read } = state;
  const handedOver = useHandedOver(app);
  const placing = usePlaceOrder(app, read);
  const memberId = user?.id;
  const resume = useEffectEvent(placing.resume);
  // Signing in loads the cart from the member's other devices.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another cart
  useEffect(() => {
    void handedOver
      .take()
      .then(read)
      .then((cart) => cart && resume(cart));
  }, [read, memberId]);
  useBackFromBank(() => {
    placing.rest();
    void read();
  });

  if (!cart) {
    return (
      <div className="page section grid max-w-[900px] justify-items-start gap-5">
        {failed ? (
          <>
            <Notice urgent>{say("order.failed")}</Notice>
            <PrimaryButton onClick={() => void handedOver.take().then(read)}>{say("action.retry")}</PrimaryButton>
          </>
        ) : (
          <Skeleton lines={5} label={say("state.loading")} />
        )}
      </div>
    );
  }
  const { gone } = handedOver;
  return (
    <>
      {/* A member's cart has the same id on every device. */}
      {gone && !(gone.checkoutId && gone.checkoutId === cart.id) && (
        <NothingHandedOver texts={data.texts} handOver={gone} />
      )}
      {cart.lines.length > 0 ? (
        <Filled data={data} state={state} cart={cart} placing={placing} />
      ) : placing.busy || placing.unheard ? (
        <Unheard placing={placing} cart={cart} />
      ) : (
        <Empty />
      )}
      <Toast undo={{ label: say("action.undo"), onClick: state.undo }}>
        {state.removed && say("order.line.removed", { name: nameOf(state.removed) })}
      </Toast>
    </>
  );
}

/**
 * Reloads the cart after the visitor returns from the bank: the browser restores the old page from
 * its back/forward cache, but the cart has changed since.
 */
function useBackFromBank(look: () => void) {
  const back = useEffectEvent(look);
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && back();
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  }, []);
}

/** Shown when there was no response to the order request, while its result is being queried. */
function Unheard({ placing, cart }: Pick<FilledProps, "placing" | "cart">) {
  return (
    <div className="page section grid max-w-[900px] justify-items-start gap-5">
      <Notice urgent>{placing.unheard && say("order.unheard")}</Notice>
      {placing.unheard ? (
        <SecondaryButton onClick={() => void placing.resume(cart)}>{say("order.unheard.look")}</SecondaryButton>
      ) : (
        <Skeleton lines={5} label={say("order.placing")} />
      )}
    </div>
  );
}

function Empty() {
  const last = keptOrder();
  return (
    <section className="page section grid max-w-[900px] justify-items-start gap-5">
      <p className="flex gap-3" aria-hidden="true">
        <Ornament shape="jug" hue="pink" className="w-16" />
        <Ornament shape="edge" hue="sky" className="w-16" />
      </p>
      <h2 className="title">{say("order.empty")}</h2>
      <p className="lead text-muted">{say("order.empty.how")}</p>
      <p className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <PrimaryLink icon="right" href={linkTo("/booking/")}>
          {say("order.empty.book")}
        </PrimaryLink>
        <TextLink alone href={linkTo("/gift/")}>
          {say("order.empty.gift")}
        </TextLink>
        <TextLink alone href={linkTo("/prices/")}>
          {say("page.prices")}
        </TextLink>
        {last && (
          <TextLink alone href={orderPath(last)}>
            {say("order.empty.last")}
          </TextLink>
        )}
      </p>
    </section>
  );
}

type FilledProps = {
  data: PartProps["data"];
  state: CartState;
  cart: NonNullable<CartState["cart"]>;
  placing: ReturnType<typeof usePlaceOrder>;
};

type CheckoutDraft = Draft & { agreed: boolean };

/** The draft stays in the tab, except for the consent, which each order needs again. */
const storage = {
  read: () => withDefaults({ ...emptyDraft, ...orderDraft.read() }, bookingDraft()),
  write: ({ agreed: _, ...draft }: CheckoutDraft) => orderDraft.write(draft),
};

function Filled({ data, state, cart, placing }: FilledProps) {
  const { busy, refused, told, place } = placing;
  const { user } = useAuth();
  const form = useForm<CheckoutDraft, Problem>({ empty: { ...emptyDraft, agreed: false }, storage, known: user });
  const { draft, set, tries } = form;
  const { ways: offered, failed, again } = useWays();
  const parts = draft.inParts ? cart.parts : null;
  // The first instalment is paid immediately, so only online payment methods are offered.
  const ways = parts ? offered?.filter(({ way }) => isPaidOnline(way)) : offered;
  const id = `checkout-${useId()}`;
  const now = { cart, ways: ways ?? [], terms: draft.agreed };
  const left = checkoutErrors(draft, now);
  // The required fields also depend on the cart and the payment method.
  const errors = errorsOf(
    form.problems.filter(({ field }) => left.some((each) => each.field === field)),
    problemTextOf,
  );
  const chosen = ways?.find(({ way }) => way === draft.way);
  const send = () => {
    if (!form.validate(() => left) || !cart.orderable || !ways) return;
    const order = orderOf(draft, { ...now, requestId: "", terms: data.terms, language: language() });
    void place(order, cart, chosen?.banks.length ? draft.bank : "");
  };
  const bound = inputsOf(form, errors.of);
  const input = (name: Exclude<FieldName, "terms" | "way" | "bank">) => ({ ...bound(name), name });
  const bookings = cart.lines.filter(
    ({ kind, problem }) => kind === "BOOKING" && problem?.code !== "GONE" && problem?.code !== "REGISTRATION_NOT_OPEN",
  );
  let number = 0;
  const isFree = cart.toPay === 0;
  const button = busy ? say("order.placing") : say(isFree ? "order.place.free" : "order.place");
  const held = useHeld(cart, state);

  return (
    <>
      <div className="page booking-columns grid gap-x-11 gap-y-10 py-11 xl:grid-rows-[auto_1fr] xl:gap-y-0">
        <section
          className={`ticket on-ink contoured xl:col-start-2 ${held ? "held" : ""}`}
          aria-label={say("order.what")}
        >
          <div className="head">
            <h2>{held ? held.text : say("order.what")}</h2>
            {held && (
              <>
                <p className="held-time">
                  <b>{held.left}</b>
                  {held.renew}
                </p>
                <TimeLeft share={held.share} hue="pink" />
              </>
            )}
          </div>
          {held && (
            <p role="status" className="visually-hidden">
              {held.soon && say("order.hold.soon")}
            </p>
          )}
          <hr className="perforation my-5" />
          <CartLines cart={cart} state={state} />
          {!held && cart.renewable && (
            <p className="mt-5">
              <TextButton disabled={state.busy} onClick={() => renew(state)}>
                {say("order.hold.again")}
              </TextButton>
            </p>
          )}
          {state.trouble?.about === "cart" && (
            <p className="error" role="alert">
              {state.trouble.text}
            </p>
          )}
        </section>

        <div className="grid max-w-[720px] content-start xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <InlineSignIn />
          {cart.maxTotal != null && <Notice urgent>{say("order.tooLarge", { max: money(cart.maxTotal) })}</Notice>}
          {refused ? (
            <ErrorSummary key={`refused ${told}`} title={say("order.refused.title")} errors={[]}>
              <p>
                {refused.why === "changed"
                  ? say("order.changed", { before: money(refused.before), now: money(cart.toPay) })
                  : say(`order.refused.${refused.why}`)}
              </p>
            </ErrorSummary>
          ) : cart.lines.some(({ problem }) => problem?.blocks) && tries > 0 ? (
            <ErrorSummary
              key={`lines ${tries}`}
              title={say("order.refused.lines")}
              errors={cart.lines.flatMap((line) =>
                line.problem?.blocks ? [{ field: `line-${line.id}`, text: nameOf(line) }] : [],
              )}
            />
          ) : (
            errors.all.length > 0 && (
              <ErrorSummary
                key={`fields ${tries}`}
                title={say("form.errors", { count: errors.all.length })}
                errors={errors.all}
              />
            )
          )}
          <form
            id={id}
            noValidate
            // POST ensures that personal data never appears in a URL, even if scripts fail.
            method="post"
            className="pt-4"
            aria-busy={busy}
            onSubmit={onSubmit(send)}
          >
            <Step number={++number} title={say("order.step.who")} lead={say("order.step.who.lead")}>
              <div className="grid gap-6 md:grid-cols-2">
                <Field
                  label={say("field.firstName")}
                  {...input("firstName")}
                  autoComplete="given-name"
                  maxLength={longest.firstName}
                  required
                />
                <Field
                  label={say("field.lastName")}
                  {...input("lastName")}
                  autoComplete="family-name"
                  maxLength={longest.lastName}
                  required
                />
              </div>
              <Field
                label={say("field.email")}
                {...input("email")}
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={longest.email}
                required
              />
              <Field
                label={say("field.phone")}
                hint={say(needsPhone(cart) ? "booking.form.phone.hint.child" : "order.step.phone.hint")}
                {...(needsPhone(cart) ? { required: true } : { optional: say("field.optional") })}
                {...input("phone")}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={longest.phone}
              />
              <Check
                id="forCompany"
                checked={draft.forCompany}
                onChange={({ target }) => set({ forCompany: target.checked })}
              >
                <strong>{say("order.company")}</strong> <span className="text-muted">{say("order.company.hint")}</span>
              </Check>
              {draft.forCompany && <CompanyFields input={input} />}
            </Step>
            <Step
              number={++number}
              title={say("order.step.way")}
              lead={say(isFree ? "order.step.way.nothing" : "order.step.way.lead")}
            >
              {cart.parts && (
                <>
                  <RadioGroup
                    shown
                    legend={say("order.parts.when")}
                    name="inParts"
                    value={draft.inParts ? "parts" : "whole"}
                    choices={[
                      { value: "whole", label: say("order.parts.whole") },
                      { value: "parts", label: say("order.parts.choose", { count: cart.parts.length }) },
                    ]}
                    onChange={(value) => set({ inParts: value === "parts" })}
                  />
                  {parts && (
                    <div className="grid gap-2">
                      <Parts parts={parts} />
                      <p className="small text-muted">{say("order.parts.rule")}</p>
                    </div>
                  )}
                </>
              )}
              {!isFree &&
                (ways ? (
                  ways.length > 0 ? (
                    <PayWays
                      ways={ways}
                      way={draft.way}
                      bank={draft.bank}
                      vouchers={hasVouchers(cart)}
                      choose={(way) => set({ way })}
                      chooseBank={(bank) => set({ bank })}
                      error={errors.of("way")}
                      bankError={errors.of("bank")}
                    />
                  ) : (
                    <Notice>{say("order.ways.none", { phone: showPhone(data.contact.phone) })}</Notice>
                  )
                ) : failed ? (
                  <div className="grid justify-items-start gap-3">
                    <Notice urgent>{say("order.ways.failed")}</Notice>
                    <SecondaryButton onClick={again}>{say("action.retry")}</SecondaryButton>
                  </div>
                ) : (
                  <Skeleton lines={3} label={say("state.loading")} />
                ))}
            </Step>
            <Step number={++number} title={say("order.step.needed")} lead={say("order.step.needed.lead")}>
              <div className="rule pt-2">
                <Agreed
                  agreed={draft.agreed}
                  onChange={(agreed) => set({ agreed }, ["terms"])}
                  error={errors.of("terms")}
                />
              </div>
            </Step>
          </form>
          {bookings.length > 0 && (
            <Step number={++number} title={say("order.step.people")} lead={say("order.step.people.lead")}>
              <People lines={bookings} state={state} />
            </Step>
          )}
          <p className="flex items-center gap-5">
            <Badge hue="now">{say("order.top")}</Badge>
            <span className="text-muted">
              {left.length > 0 ? say("order.top.left", { count: left.length }) : say("order.top.ready")}
            </span>
          </p>
        </div>

        <section
          id="sum"
          tabIndex={-1}
          aria-labelledby="sum-head"
          className="on-ink contoured p-[clamp(22px,6vw,32px)] xl:sticky xl:top-6 xl:col-start-2"
        >
          <h2 id="sum-head" className="visually-hidden">
            {say("order.sum")}
          </h2>
          <Codes codes={cart.codes} state={state} />
          <div className="mt-5">
            <Sums of={cart} />
          </div>
          <hr className="perforation my-5" />
          <p className="total" role="status">
            <span>
              <strong>{say("order.sum.toPay")}</strong>
              <small className="detail">{say("order.sum.withVat")}</small>
            </span>
            <b>{money(cart.toPay)}</b>
          </p>
          {parts?.[0] && <p className="mt-3 font-bold">{say("order.parts.now", { amount: money(parts[0].amount) })}</p>}
          <ul className="small mt-5 grid gap-3">
            {termsOf(cart.lines, new Date()).map(({ id, what, rules }) => (
              <li key={id}>
                <strong>{what}</strong> {rules.join(" ")}
              </li>
            ))}
          </ul>
          {(isFree || ways?.length !== 0) && (
            <PrimaryButton
              wide
              type="submit"
              form={id}
              disabled={busy || state.busy || (!isFree && !ways)}
              className="mt-6"
            >
              <span>
                {button}
                {!isFree && !busy && <small className="small block font-medium">{say("order.place.duty")}</small>}
              </span>
            </PrimaryButton>
          )}
          {!isFree && isPaidOnline(draft.way) && <p className="small mt-4">{say("order.place.next")}</p>}
        </section>
      </div>
      <StickyBar
        until="ticket"
        timeLeft={held && <TimeLeft share={held.share} hue="pink" />}
        action={
          <PrimaryLink small href="#sum">
            {say("order.pay.bar")}
          </PrimaryLink>
        }
      >
        <p>
          <strong>{money(cart.toPay)}</strong>
        </p>
        {held && <p className="tabular-nums">{say("booking.hold.left", { left: held.left })}</p>}
      </StickyBar>
    </>
  );
}

const renew = ({ act }: CartState) =>
  void act("cart", (client) => withCaptcha(client, (proof) => client.carts.renew(proof)));

/**
 * Counts down every second to the shared deadline of all held places. When it passes, the cart is
 * reloaded.
 */
function useHeld({ deadline, renewable, lines }: FilledProps["cart"], state: CartState) {
  // Only a place offered by the waiting list is held for hours.
  const offered = lines.some((line) => line.offered && line.holdExpiresDate?.getTime() === deadline?.getTime());
  const until = useMemo(() => {
    if (!deadline) return undefined;
    return offered ? deadline.getTime() : deadlineOf(deadline, Date.now());
  }, [deadline, offered]);
  const now = useNowEverySecond(until, () => void state.read());
  if (until === undefined || until <= now) return undefined;
  const { left, share, canRenew, phase } = countdown({ until, renewable }, now);
  return {
    text: say("order.hold.until", { time: offered ? momentOf(new Date(until)) : clock(new Date(until)) }),
    left,
    share,
    soon: phase === "soon",
    renew: canRenew && (
      <TextButton disabled={state.busy} onClick={() => renew(state)}>
        {say("booking.extend")}
      </TextButton>
    ),
  };
}

function problemTextOf({ field, what }: Problem): string {
  if (field === "email" && what === "wrong") return say("field.emailWrong");
  if (field === "phone") return say(what === "missing" ? "booking.error.phone.missing" : "field.phoneWrong");
  return say(`order.problem.field.${field}`);
}
