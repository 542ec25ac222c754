import type { Pass, PassEntry, Voucher, VoucherEntry } from "@uola/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { viewOf as passView } from "../pages/passes/pass-sheet.tsx";
import { viewOf as voucherView } from "../pages/vouchers/voucher-sheet.tsx";
import { LedgerSheet, type LedgerView } from "./ledger-sheet.tsx";

const at = new Date("2026-09-01T09:00:00Z");
const common = {
  id: "1",
  number: 187,
  last4: "QXYZ",
  validUntil: "2027-09-01",
  createdDate: at,
  updatedDate: at,
  revision: "1",
};
const pass: Pass = {
  ...common,
  kindId: "2",
  name: "10 kartų",
  terms: {
    entries: 10,
    period: { count: 3, unit: "MONTHS" },
    begins: "PURCHASE",
    people: 1,
    windows: [],
    lets: { entry: true, categoryKinds: [], serviceIds: [] },
    freezeDays: 30,
    transferable: true,
  },
  status: "ACTIVE",
  holder: { name: "Ona Sava" },
  balance: 8,
  visits: 2,
  validFrom: "2026-09-01",
  freezeDaysLeft: 30,
  transferred: false,
  price: 9000,
  unused: 7200,
};
const voucher: Voucher = {
  ...common,
  status: "ACTIVE",
  face: 5000,
  balance: 3000,
  reserved: 0,
  vatType: "MULTI",
  design: "ROUTE",
  language: "lt",
  greeting: "",
  recipientName: "",
  giverName: "",
};
const entry = { sequence: 2, actor: { kind: "member", id: "3", name: "Greta" }, createdDate: at } as const;
const used: PassEntry = { ...entry, kind: "USE", delta: -2, visits: 2, days: 0, balance: 8, day: "2026-09-01" };
const extended: VoucherEntry = {
  ...entry,
  kind: "EXTEND",
  delta: 0,
  reservedDelta: 0,
  balance: 3000,
  about: "2027-09-01",
  reason: "liga",
};

const markupOf = <Step extends string>(view: LedgerView<Step>) =>
  renderToStaticMarkup(
    <LedgerSheet
      reading={{ data: view, isError: false, refetch: () => {} }}
      title="…"
      failed=""
      view={(read) => read}
      labelOf={(step) => step}
      dialog={() => null}
      onClose={() => {}}
    />,
  );
const possible = ({ main, menu, last }: LedgerView<string>) => [main, ...menu, last].filter(Boolean);
const owner = { isOwner: true, sells: true };

describe("pass detail sheet", () => {
  test("shows the remaining entries and each use with its day, person and balance", () => {
    const markup = markupOf(passView({ pass, entries: [used], visitsToday: [] }, owner));
    expect(markup).toContain("8 / 10");
    expect(markup).toMatch(/−2<.*Greta.*>8</s);
  });

  test.each<[string, Partial<Pass>, { isOwner: boolean; sells: boolean }, string[]]>([
    ["an owner", {}, owner, ["use", "giveBack", "freeze", "extend", "transfer", "correct", "refund"]],
    ["the desk", {}, { isOwner: false, sells: true }, ["use", "giveBack", "freeze", "transfer"]],
    ["a trainer", {}, { isOwner: false, sells: false }, ["use"]],
    ["an owner for a refunded pass", { status: "REFUNDED", balance: 0, unused: 0 }, owner, []],
  ])("offers %s only the actions that are possible for the pass", (_, more, powers, steps) => {
    expect(possible(passView({ pass: { ...pass, ...more }, entries: [], visitsToday: [] }, powers))).toEqual(steps);
  });
});

describe("the side panel of a voucher", () => {
  test("shows the balance, and an extension with its last day and reason but without an amount", () => {
    const markup = markupOf(voucherView({ voucher, entries: [extended] }));
    expect(markup).toContain("30,00");
    expect(markup).toContain("liga");
    expect(markup).not.toContain("2027-09-01");
  });

  test.each<[string, Partial<Voucher>, string[]]>([
    ["usable voucher", {}, ["redeem", "send", "extend", "giveBack", "renewCode", "block", "refund"]],
    ["fully reserved voucher", { reserved: 3000 }, ["send", "extend", "giveBack", "renewCode", "block"]],
    ["blocked voucher", { status: "BLOCKED" }, ["extend", "giveBack", "unblock", "refund"]],
    ["refunded voucher", { status: "REFUNDED", balance: 0 }, []],
  ])("offers only the actions that are possible for a %s", (_, more, steps) => {
    expect(possible(voucherView({ voucher: { ...voucher, ...more }, entries: [] }))).toEqual(steps);
  });
});
