import { words as adminWords } from "@uola/words/admin";
import { localDate } from "@uola/words/formats";
import { bookingInput, bookingOf, desk } from "../harness/desk.ts";
import { ownClass } from "../harness/timetable.ts";
import { demoAccount, expect, hydrated, newPerson, test } from "../people.ts";

const say = adminWords("lt");

/**
 * Creates a class of the demo's trainer with two bookings: one for two people and one for a single
 * person.
 */
async function group() {
  const { staff } = await desk.resources.listStaff({});
  const { firstName } = demoAccount("trainer");
  const self = staff.find(({ name }) => name === firstName);
  if (!self) throw new Error("The demo has no such trainer.");
  const made = await ownClass({ staffIds: [self.id] });
  const input = (name: string, people = 1) =>
    bookingInput(made.offered, { firstName: name, lastName: "Bandomoji", email: newPerson().email }, people);
  const participants = [{ firstName: "Čiurlė" }, { firstName: "Žilvinas" }];
  const family = await desk.bookings.create({ booking: { ...input("Mama", 2), participants } });
  const alone = await desk.bookings.create({ booking: input("Domas") });
  return { ...made, family: family.booking.id, alone: alone.booking.id };
}

const marked = async (bookingId: string) => (await bookingOf(bookingId)).attendance;

test("a trainer checks in a group in three taps, undoes the check-in and checks in people by name", async ({
  trainer: { page },
}) => {
  const { session, family, alone } = await group();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/attendance/?day=${localDate(session.startDate)}`);
  await hydrated(page);
  await page.getByRole("link", { name: session.title }).click();
  await expect(page.getByText(say("attendance.count", { came: 0, all: 3 }))).toBeVisible();
  await page.getByRole("button", { name: say("attendance.all") }).click();
  await expect(page.getByText(say("attendance.count", { came: 3, all: 3 }))).toBeVisible();
  await expect.poll(async () => (await marked(family))?.numberOfAttendees).toBe(2);
  await expect.poll(async () => (await marked(alone))?.status).toBe("ATTENDED");

  await page.getByRole("button", { name: say("undo") }).click();
  await expect.poll(async () => (await marked(alone))?.status ?? "NOT_SET").toBe("NOT_SET");
  await page.getByRole("checkbox", { name: "Žilvinas" }).check();
  await expect.poll(async () => (await marked(family))?.numberOfAttendees).toBe(1);
  await expect(page.getByRole("checkbox", { name: "Čiurlė" })).not.toBeChecked();
});

test("stores attendance marks made offline and sends them once back online", async ({ trainer: { page } }) => {
  const { session, family, alone } = await group();
  await page.goto(`/admin/attendance/?session=${session.id}`);
  await expect(page.getByRole("checkbox")).toHaveCount(3);
  await page.context().setOffline(true);
  await page.getByRole("checkbox", { name: "Domas" }).check();
  await page.getByRole("checkbox", { name: "Čiurlė" }).check();
  await expect(page.getByText(say("attendance.offline", { count: 2 })).first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Domas" })).toBeChecked();
  await page.context().setOffline(false);
  await expect.poll(async () => (await marked(alone))?.status).toBe("ATTENDED");
  await expect.poll(async () => (await marked(family))?.numberOfAttendees).toBe(1);
  await expect(page.getByText(say("attendance.kept")).first()).toBeVisible();
});
