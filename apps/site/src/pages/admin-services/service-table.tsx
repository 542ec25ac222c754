import type { Service } from "@uola/contract";
import { price as shownPrice } from "@uola/words/formats";
import { type FormEvent, memo, useState } from "react";
import { amountOf, priceText } from "../../admin/kit/span.ts";
import { say } from "../../admin/kit/tell.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { RoundButton } from "../../ui/buttons.tsx";

type Payment = Service["payment"];

/** What can be done to a service from its line; the same object as long as the list stands. */
export type ServiceActs = {
  choose: (ids: readonly string[], isChosen: boolean) => void;
  open: (service: Service) => void;
  history: (service: Service) => void;
  hide: (service: Service) => void;
  clone: (service: Service) => void;
  remove: (service: Service) => void;
  price: (service: Service, payment: object, back: object) => Promise<boolean>;
};

type ServiceTableProps = { services: readonly Service[]; chosen: ReadonlySet<string>; acts: ServiceActs };

/** Services, one a line; the price is changed where it stands. */
export function ServiceTable({ services, chosen, acts }: ServiceTableProps) {
  const all = services.map(({ id }) => id);
  return (
    <table className="desk-table">
      <thead>
        <tr>
          <th>
            <Pick
              label={say("services.pick.all")}
              checked={all.length > 0 && all.every((id) => chosen.has(id))}
              onChange={(isChosen) => acts.choose(all, isChosen)}
            />
          </th>
          <th>{say("services.column.name")}</th>
          <th>{say("services.column.category")}</th>
          <th>{say("services.column.price")}</th>
          <th>{say("services.column.policy")}</th>
          <th>
            <span className="visually-hidden">{say("column.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} isChosen={chosen.has(service.id)} acts={acts} />
        ))}
      </tbody>
    </table>
  );
}

type ServiceRowProps = { service: Service; isChosen: boolean; acts: ServiceActs };

/** Drawn again when its own service changes: a hundred lines with menus make an opening form late on a slow machine. */
const ServiceRow = memo(({ service, isChosen, acts }: ServiceRowProps) => (
  <tr>
    <td className="pick">
      <Pick
        label={say("services.pick", { name: service.name })}
        checked={isChosen}
        onChange={(isChosen) => acts.choose([service.id], isChosen)}
      />
    </td>
    <td className="main">
      <button type="button" className="name" onClick={() => acts.open(service)}>
        {service.name}
      </button>
      <span className="muted">
        {service.type !== "UNKNOWN_SERVICE_TYPE" && say(`services.type.${service.type}`)}
        {service.type !== "APPOINTMENT" && ` · ${say("services.places", { count: service.defaultCapacity })}`}
      </span>
      {service.hidden && <span className="state-word outlined">{say("services.hidden")}</span>}
    </td>
    <td>{service.category?.name ?? "–"}</td>
    <td className="price-cell">
      <QuickPrice service={service} onPrice={acts.price} />
    </td>
    <td>{service.bookingPolicy.name}</td>
    <td className="acts">
      <ActionMenu
        label={say("row.actions", { name: service.name })}
        items={[
          { label: say(service.hidden ? "services.show" : "services.hide"), onClick: () => acts.hide(service) },
          { label: say("services.clone"), onClick: () => acts.clone(service) },
          { label: say("history"), onClick: () => acts.history(service) },
          { label: say("services.delete"), apart: true, onClick: () => acts.remove(service) },
        ]}
      />
    </td>
  </tr>
));

type PickProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };
const Pick = ({ label, checked, onChange }: PickProps) => (
  <label className="check">
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span className="visually-hidden">{label}</span>
  </label>
);

const amountIn = ({ rateType, fixed, varied }: Payment) =>
  rateType === "FIXED" ? fixed?.price.value : rateType === "VARIED" ? varied?.defaultPrice.value : undefined;

/** "25 €" opens into a field; Enter keeps what was typed, Esc leaves it. */
function QuickPrice({ service, onPrice }: { service: Service; onPrice: ServiceActs["price"] }) {
  const { payment, name } = service;
  const value = amountIn(payment);
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const id = `price-${service.id}`;
  if (value === undefined)
    return payment.rateType === "NO_FEE" ? say("services.rate.NO_FEE") : payment.custom?.description;
  if (typed === undefined) {
    return (
      <button type="button" className="quick" onClick={() => setTyped(priceText(value))}>
        {shownPrice(Math.round(Number(value) * 100))}
        <span className="visually-hidden"> {say("services.price.change", { name })}</span>
      </button>
    );
  }
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const amount = amountOf(typed);
    if (!amount || Number(amount) <= 0) return setWrong(true);
    setWrong(false);
    const paymentOf = (price: string) =>
      payment.rateType === "FIXED"
        ? { rateType: "FIXED", fixed: { price: { value: price } } }
        : { rateType: "VARIED", varied: { defaultPrice: { value: price } } };
    if (amount === value || (await onPrice(service, paymentOf(amount), paymentOf(value)))) setTyped(undefined);
  };
  return (
    <form className="quick-form" onSubmit={keep} noValidate>
      <input
        id={id}
        className="input"
        // biome-ignore lint/a11y/noAutofocus: the field stands where the pressed button was
        autoFocus
        inputMode="decimal"
        aria-label={say("services.price.new", { name })}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={({ key }) => key === "Escape" && setTyped(undefined)}
      />
      <button type="submit" className="link alone">
        {say("form.save")}
      </button>
      <RoundButton bare icon="close" label={say("form.cancel")} onClick={() => setTyped(undefined)} />
      {wrong && (
        <p className="error" id={`${id}-error`}>
          {say("services.wrong.price")}
        </p>
      )}
    </form>
  );
}
