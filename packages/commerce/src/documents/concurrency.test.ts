import { isBusy, newId } from "@uola/database";
import { transact } from "@uola/kernel";
import { expect, test } from "vitest";
import { createTestGym, seller } from "../testing.ts";
import { createDocuments } from "./documents.ts";

test("two hundred concurrent invoices in two processes get consecutive numbers, and failed ones use no number", async () => {
  const gym = await createTestGym({ connections: 10 });
  try {
    await gym.as(gym.key).documents.setSeller(seller);
    const processes = [gym.context, gym.otherProcessContext()];
    const issue = (index: number): Promise<number> => {
      const context = processes[index % 2] as typeof gym.context;
      return transact(context, async (tx) => {
        const issued = await createDocuments(context).issue(tx, {
          kind: "INVOICE",
          orderId: newId(),
          orderNumber: String(index),
          language: "lt",
          buyer: { name: "Gabija" },
          lines: [{ name: "Kursas", quantity: 1, unitGross: 999, discount: 0, gross: 999, taxClass: "STANDARD" }],
        });
        if (index % 5 === 0) throw new RangeError("rolled back");
        return issued.number;
      }).catch((error) => {
        // A busy database has not stored anything, so the call is retried.
        if (isBusy(error)) return issue(index);
        throw error;
      });
    };
    const settled = await Promise.allSettled(Array.from({ length: 250 }, (_, index) => issue(index)));
    const failed = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(failed.map(({ message }) => message)).toEqual(Array.from({ length: 50 }, () => "rolled back"));
    const numbers = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  } finally {
    await gym.close();
  }
});
