import { dateOf } from "@uola/booking";
import type { contract } from "@uola/contract";
import {
  type BackgroundTask,
  type Context,
  type Handlers,
  hourMs,
  Refusal,
  refuseStaleRevision,
  workOnEach,
} from "@uola/kernel";
import { sumOf } from "../money/money.ts";
import { timeZone } from "./carts/cart-store.ts";
import { openInstalments, reminderAfter } from "./instalment-rules.ts";
import type { OrderReading } from "./order-reading.ts";
import * as store from "./order-store.ts";
import type { OrderWriting } from "./order-writing.ts";
import type { Settings } from "./settings.ts";

/** Staff actions on an instalment that is not paid in time. */
export const instalmentHandlers = (
  context: Context,
  { reading, writing, settings }: { reading: OrderReading; writing: OrderWriting; settings: Settings },
): Pick<Handlers<typeof contract.orders>, "extendPart"> => ({
  async extendPart({ orderId, revision, dueDay, newDueDay, reason }, { caller: actor }) {
    const { partReminderDays } = await settings.read();
    const done = await writing.onOrder(orderId, async (tx, order) => {
      refuseStaleRevision(order, revision);
      const { siteId, now } = context;
      const open = openInstalments(await store.parts(tx, siteId, [orderId]), order.later);
      const part = open.find((each) => each.dueDay === dueDay && each.left > 0);
      const after = open.filter((each) => each.position > (part?.position ?? 0))[0];
      const today = dateOf(now(), await timeZone(tx, siteId));
      if (!part || order.state !== "PART_PAID" || newDueDay < today || (after && newDueDay > after.dueDay)) {
        throw new Refusal("PART_NOT_OPEN", "No part of that day is open, or its new day is not before the next one.");
      }
      const remindDay = reminderAfter(today, newDueDay, partReminderDays);
      await store.updatePart(tx, part, { dueDay: newDueDay, remindDay });
      const written = await writing.write(tx, order, {});
      await writing.record(tx, written, {
        actor,
        reason,
        action: "order.extendPart",
        before: { dueDay },
        after: { dueDay: newDueDay },
        slug: "partExtended",
        mail: "extended",
        dueDay: newDueDay,
      });
      return true;
    });
    if (!done) throw reading.notFound();
    return reading.answer(orderId);
  },
});

const atOnce = 50;
/**
 * The hour of the day, in the gym's time zone, from which payment reminders are sent: none are sent
 * at night.
 */
const firstHour = 9;

/**
 * Sends the payment link by email on the days that the owner chose before and after the due day of
 * an instalment. At most one reminder is sent per instalment and day, even if several processes run
 * the task.
 */
export const instalmentReminderTask = (
  context: Context,
  { writing, settings }: { writing: OrderWriting; settings: Settings },
): BackgroundTask => ({
  name: "orders: remind of parts",
  everyMs: hourMs,
  oneProcessAtATime: true,
  async run() {
    const { db, siteId, now } = context;
    const zone = await timeZone(db, siteId);
    const today = dateOf(now(), zone);
    const hour = Number(
      new Intl.DateTimeFormat("en", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format(now()),
    );
    if (hour < firstHour) return false;
    const { partReminderDays } = await settings.read();
    const due = await store.toRemind(db, siteId, today, atOnce);
    await workOnEach(due, async (orderId) => {
      await writing.onOrder(orderId, async (tx, order) => {
        const open = openInstalments(await store.parts(tx, siteId, [orderId]), order.later);
        const asked = open.filter(({ remindDay }) => remindDay && remindDay <= today);
        for (const part of asked) {
          const next = part.left > 0 ? reminderAfter(today, part.dueDay, partReminderDays) : null;
          await store.updatePart(tx, part, { remindDay: next });
        }
        const unpaid = asked.filter(({ left }) => left > 0);
        if (order.state !== "PART_PAID" || unpaid.length === 0) return;
        await writing.record(tx, order, {
          actor: { kind: "system", id: "part reminders" },
          action: "order.remindPart",
          mail: "toPay",
          after: { dueDay: unpaid[0]?.dueDay, amount: sumOf(unpaid.map(({ left }) => left)) },
        });
      });
    });
    return due.length === atOnce;
  },
});
