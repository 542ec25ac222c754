import { visitorSignedIn } from "@uola/members";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partsOn, type TestGym } from "../testing.ts";
import { buyer, createShop, place } from "./orders.testing.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createShop();
});
afterAll(() => gym.close());

const gift = async (email: string) => {
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ donation: { amount: 1500 } });
  return (await place(visitor, "AT_DESK", { buyer: { ...buyer, email } })).order.id;
};
const ownOf = async (token: string) => (await gym.as(token).orders.own({})).orders.map(({ id }) => id);

test("what was ordered with an address is whose address is proved, and nobody else's", async () => {
  const id = await gift("Rasa@example.lt");
  const proved = await gym.member({ email: "rasa@example.lt", emailVerified: true });
  const other = await gym.member({ email: "rasa2@example.lt", emailVerified: true });
  expect(await ownOf(proved.token)).toEqual([id]);
  expect(await ownOf(other.token)).toEqual([]);
  const unproved = await gym.member({ email: "jonas@example.lt", emailVerified: false });
  await gift("jonas@example.lt");
  expect(await ownOf(unproved.token)).toEqual([]);
});

test("what a visitor ordered is the member's as whom they sign in", async () => {
  const id = await gift("kas@example.lt");
  const { visitorId } = await gym.db
    .selectFrom("shopOrder")
    .select("visitorId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { id: memberId, token } = await gym.member();
  partsOn(gym.context);
  const signedIn = { visitorId: visitorId as string, memberId };
  await gym.db.transaction().execute((tx) => gym.context.events.emit(tx, visitorSignedIn, signedIn));
  expect(await ownOf(token)).toEqual([id]);
});
