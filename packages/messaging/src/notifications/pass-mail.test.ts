import type { PassMail } from "@uola/commerce";
import type { Pass, PassTerms } from "@uola/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import { passMail } from "./pass-mail.ts";

let gym: TestGym;
let write: ReturnType<typeof passMail>;
let pass: Pass;
beforeAll(async () => {
  gym = await createTestGym();
  write = passMail(gym.context);
  const owner = gym.as(gym.key);
  await gym.api.background.drain("business: follow the lists");
  const data = { name: "10 kartų abonementas", price: 90, kind: "PASS" };
  await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: "ten", data } });
  const terms: PassTerms = {
    entries: 10,
    period: { count: 3, unit: "MONTHS" },
    begins: "PURCHASE",
    people: 1,
    windows: [],
    lets: { entry: true, categoryKinds: [], serviceIds: [] },
    freezeDays: 30,
    transferable: true,
  };
  const { kind } = await owner.passes.createKind({ kind: { priceId: "ten", terms, onSale: true } });
  const payment = { method: "TRANSFER" } as const;
  pass = (await owner.passes.issue({ kindId: kind.id, holder: { name: "Ona", email: to }, language: "lt", payment }))
    .pass;
});
afterAll(() => gym.close());

const to = "ona@example.lt";
const order = (more: Partial<PassMail> = {}): PassMail => ({
  template: "pass",
  about: "issued",
  passId: pass.id,
  codeVersion: 1,
  to,
  language: "lt",
  ...more,
});

test("the pass mail contains the name, balance, validity and code of the pass", async () => {
  const mail = await write(order());
  if ("end" in mail) throw new Error(mail.note);
  const content = await mail.write(gym.db);
  const text = content?.text.replaceAll("\u00a0", " ");
  for (const part of ["10 kartų abonementas", "10 įėjimų", "2026 m. lapkričio 30 d.", pass.last4]) {
    expect(text).toContain(part);
  }
  expect(content?.parts.map(({ name }) => name)).toContain("code.png");
  const code = /[A-Z]{4}-[A-Z]{4}-[A-Z]{4}/;
  expect(text).toMatch(code);
  // The stored text does not contain the code, so it cannot be used to enter.
  expect(mail.redactedContent?.text).not.toMatch(code);
});

test("a pass mail is not sent if the recipient, the code or the reason has changed", async () => {
  expect(await write(order({ to: "jonas@example.lt" }))).toMatchObject({ end: "outdated" });
  expect(await write(order({ codeVersion: 2 }))).toMatchObject({ end: "outdated" });
  expect(await write(order({ about: "ending" }))).toMatchObject({ end: "outdated" });
});
