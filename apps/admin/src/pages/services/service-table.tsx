import type { Service } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { ActionMenu } from "@uola/ui/kit/action-menu.tsx";
import { type Column, DataTable, type Sorting } from "@uola/ui/kit/data-table.tsx";
import { parseAmount, priceText } from "@uola/ui/kit/money.ts";
import { Money } from "@uola/ui/kit/money-field.tsx";
import type { Reading } from "@uola/ui/kit/results.tsx";
import { say } from "@uola/words/admin";
import { dayShort, price as shownPrice } from "@uola/words/formats";
import { type FormEvent, useMemo, useState } from "react";

type Payment = Service["payment"];

/** Actions on a service in the list; the object stays the same across renders. */
export type ServiceActs = {
  open: (service: Service) => void;
  history: (service: Service) => void;
  hide: (service: Service) => void;
  clone: (service: Service) => void;
  remove: (service: Service) => void;
  price: (service: Service, payment: object, back: object) => Promise<boolean>;
};

type ServiceTableProps = {
  services: readonly Service[] | undefined;
  reading: Reading;
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting | undefined) => void;
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
  acts: ServiceActs;
};

/** The services, one per row; the price can be edited in place. */
export function ServiceTable({ services, reading, sorting, onSort, chosen, onChoose, acts }: ServiceTableProps) {
  return (
    <DataTable
      caption={say("services.heading")}
      columns={useMemo(() => columnsOf(acts), [acts])}
      items={services}
      idOf={({ id }) => id}
      reading={reading}
      failed={say("services.failed")}
      sorting={{ now: sorting, onChange: onSort }}
      picking={{ picked: chosen, onChange: onChoose, nameOf: ({ name }) => name }}
    />
  );
}

/** The table's columns. A column id is the field that the platform sorts by. */
const columnsOf = (acts: ServiceActs): Column<Service>[] => [
  {
    id: "name",
    heading: say("services.column.name"),
    isName: true,
    sort: "platform",
    cell: (service) => (
      <>
        <button type="button" className="quick block max-w-[34ch]" onClick={() => acts.open(service)}>
          {service.name}
        </button>
        <span className="text-muted">
          {service.type !== "UNKNOWN_SERVICE_TYPE" && say(`services.type.${service.type}`)}
          {service.type !== "APPOINTMENT" && ` · ${say("services.places", { count: service.defaultCapacity })}`}
        </span>
        {service.hidden && <span className="state-word outlined ml-[10px]">{say("services.hidden")}</span>}
      </>
    ),
  },
  {
    id: "category.name",
    heading: say("services.column.category"),
    phone: "hidden",
    cell: ({ category }) => category?.name ?? "–",
  },
  {
    id: "payment.fixed.price.value",
    heading: say("services.column.price"),
    sort: "platform",
    phone: "beside",
    cell: (service) => <QuickPrice service={service} onPrice={acts.price} />,
  },
  {
    id: "bookingPolicy.name",
    heading: say("services.column.policy"),
    phone: "hidden",
    cell: ({ bookingPolicy }) => bookingPolicy.name,
  },
  {
    id: "updatedDate",
    heading: say("services.column.updated"),
    sort: "platform",
    phone: "hidden",
    isExtra: true,
    className: "whitespace-nowrap",
    cell: ({ updatedDate }) => updatedDate && dayShort(updatedDate),
  },
  {
    id: "actions",
    heading: say("column.actions"),
    isActions: true,
    cell: (service) => (
      <ActionMenu
        label={say("row.actions", { name: service.name })}
        items={[
          { label: say(service.hidden ? "services.show" : "services.hide"), onClick: () => acts.hide(service) },
          { label: say("services.clone"), onClick: () => acts.clone(service) },
          { label: say("history"), onClick: () => acts.history(service) },
          { label: say("services.delete"), apart: true, onClick: () => acts.remove(service) },
        ]}
      />
    ),
  },
];

const amountIn = ({ rateType, fixed, varied }: Payment) =>
  rateType === "FIXED" ? fixed?.price.value : rateType === "VARIED" ? varied?.defaultPrice.value : undefined;

/** The price of a service, which turns into an input when clicked; Enter saves the value, Esc cancels. */
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
        {shownPrice(centsOf({ value }))}
        <span className="visually-hidden"> {say("services.price.change", { name })}</span>
      </button>
    );
  }
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const amount = parseAmount(typed);
    if (!amount || Number(amount) <= 0) return setWrong(true);
    setWrong(false);
    const paymentOf = (price: string) =>
      payment.rateType === "FIXED"
        ? { rateType: "FIXED", fixed: { price: { value: price } } }
        : { rateType: "VARIED", varied: { defaultPrice: { value: price } } };
    if (amount === value || (await onPrice(service, paymentOf(amount), paymentOf(value)))) setTyped(undefined);
  };
  return (
    <form className="flex flex-wrap items-center gap-x-3 gap-y-1" noValidate onSubmit={keep}>
      <Money
        id={id}
        className="w-[96px]"
        autoFocus
        aria-label={say("services.price.new", { name })}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        value={typed}
        onChange={setTyped}
        onFocus={({ target }) => target.select()}
        onKeyDown={({ key }) => key === "Escape" && setTyped(undefined)}
      />
      <TextButton type="submit">{say("form.save")}</TextButton>
      <RoundButton bare icon="close" label={say("form.cancel")} onClick={() => setTyped(undefined)} />
      {wrong && (
        <p className="error" id={`${id}-error`}>
          {say("services.wrong.price")}
        </p>
      )}
    </form>
  );
}
