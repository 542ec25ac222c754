import type { Client } from "@uola/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { TestGym } from "../testing.ts";
import { createShop, findLostMoney } from "./orders.testing.ts";
import { startProviderSimulators } from "./payment-providers/provider-simulators.testing.ts";

/**
 * Creates a shop for the tests of a file and passes it to `assign`, with a new visitor for each
 * test. After every test, it checks that payments, refunds, documents and places agree.
 */
export function testIn<Opened extends { gym: TestGym; close(): Promise<unknown> }>(
  open: () => Promise<Opened>,
  assign: (opened: Opened & { visitor: Client }) => void,
): void {
  let opened: Opened;
  const enter = () => assign({ ...opened, visitor: opened.gym.as(opened.gym.visitor()) });
  beforeAll(async () => {
    opened = await open();
    enter();
  });
  beforeEach(enter);
  afterEach(async () => expect(await findLostMoney(opened.gym)).toEqual([]));
  afterAll(() => opened.close());
}

/** A shop with one service. */
export async function openShop() {
  const gym = await createShop();
  return { gym, owner: gym.as(gym.key), service: await gym.service(), close: () => gym.close() };
}

/** A shop with one service that accepts all payment providers. */
export async function openShopWithProviders() {
  const banks = await startProviderSimulators(() => gym.clock.now);
  const gym = await createShop({}, { providerUrls: banks.providerUrls });
  const owner = gym.as(gym.key);
  await banks.switchOn(owner);
  const service = await gym.service({ defaultCapacity: 1000 });
  const close = async () => {
    await gym.close();
    await banks.close();
  };
  return { gym, banks, owner, service, close };
}
