import { type BackgroundTask, type Context, transact } from "@uola/kernel";
import { insertOrders } from "./outbox-store.ts";
import { type DueReminder, type ReminderRule, readRules, recordDue } from "./reminder-store.ts";

const everyMs = 30_000;
const rulesFreshMs = 15 * 60_000;
const batch = 200;

/** Records the due reminders and writes them to the outbox in one transaction. Returns their number. */
const remind = ({ db, siteId, now }: Context, rule: ReminderRule): Promise<number> =>
  transact({ db }, async (tx) => {
    const at = now();
    const reminders = await recordDue(tx, siteId, { rule, at, limit: batch });
    const orders = reminders.map((reminder) => orderOf(reminder, rule));
    await insertOrders(tx, siteId, rule.by === "SMS" ? "sms" : "mail", orders, at);
    return reminders.length;
  });

function orderOf({ bookingId, revision, start, language }: DueReminder, { by, minutesBefore }: ReminderRule) {
  const order = { bookingId, startDate: start.toISOString(), language };
  return by === "SMS" ? { ...order, minutesBefore } : { ...order, template: "booking-reminder", revision };
}

/** `pass` sends all reminders that are due now and returns their number. */
export type ReminderTask = BackgroundTask & { pass(): Promise<number> };

/** Any number of processes can run the task; a process that was down sends the reminders it missed. */
export function reminderTask(context: Context): ReminderTask {
  const { db, siteId, changes } = context;
  let rules: ReminderRule[] = [];
  let freshUntil = 0;
  changes.subscribe(["services"], () => {
    freshUntil = 0;
  });

  async function pass(): Promise<number> {
    if (freshUntil < performance.now()) {
      // Set before reading, so that a change during the read causes another read.
      freshUntil = performance.now() + rulesFreshMs;
      rules = await readRules(db, siteId).catch((error) => {
        freshUntil = 0;
        throw error;
      });
    }
    let sent = 0;
    for (const rule of rules) {
      for (let round = batch; round === batch; sent += round) round = await remind(context, rule);
    }
    return sent;
  }

  return {
    name: "notifications: remind",
    everyMs,
    pass,
    async run() {
      await pass();
    },
  };
}
