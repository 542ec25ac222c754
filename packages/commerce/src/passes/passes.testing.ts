import type { Client } from "@uola/client";
import type { PassKind, PassTerms } from "@uola/contract";

/** The terms of a pass with ten entries within three months, for entry to the gym and bouldering. */
export const tenEntries: PassTerms = {
  entries: 10,
  period: { count: 3, unit: "MONTHS" },
  begins: "PURCHASE",
  people: 1,
  windows: [],
  lets: { entry: true, categoryKinds: [], serviceIds: [] },
  freezeDays: 30,
  transferable: true,
};
export const holder = { name: "Ona Sava", email: "ona@example.lt" };

/** Creates a pass type with its line in the price list. */
export async function passKind(owner: Client, terms: Partial<PassTerms> = {}, euros = 90): Promise<PassKind> {
  const id = `pass-${crypto.randomUUID()}`;
  const data = {
    name: "10 kartų abonementas",
    price: euros,
    kind: "PASS",
    _translations: { en: { name: "Ten visits" } },
  };
  await owner.items.save({ dataCollectionId: "Prices", dataItem: { id, data } });
  const kind = { priceId: id, terms: { ...tenEntries, ...terms }, onSale: true };
  return (await owner.passes.createKind({ kind })).kind;
}

/** Issues a pass that is paid at the front desk. */
export const issuePass = async (
  owner: Client,
  { id: kindId }: PassKind,
  more: { name?: string; email?: string } = {},
) =>
  (
    await owner.passes.issue({
      kindId,
      holder: { ...holder, ...more },
      language: "lt",
      payment: { method: "CARD", receiptNumber: "1" },
    })
  ).pass;
