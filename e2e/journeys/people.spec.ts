import { randomUUID } from "node:crypto";
import { words as adminWords } from "@uola/words/admin";
import { localDate, time } from "@uola/words/formats";
import { bookingInput, bookingOf, desk, type Offered, sessionAhead } from "../harness/desk.ts";
import { ownClass } from "../harness/timetable.ts";
import { expect, headline, hydrated, newPerson, test } from "../people.ts";

const say = adminWords("lt");

/** Creates a guest with a unique name, email address and phone number, booked by the owner. */
async function guestIn(offered: Offered) {
  const { email } = newPerson();
  const lastName = `Žirmūnė${randomUUID().replace(/\D/g, "").slice(0, 5)}`;
  const number = `+3706${String(Date.now()).slice(-7)}`;
  const input = bookingInput(offered, { firstName: "Ąžuolė", lastName, email, phone: number });
  const { booking } = await desk.bookings.create({ booking: input });
  const { person } = await desk.people.ofBooking({ bookingId: booking.id });
  const { bookings } = await desk.people.bookings({ personId: person.id, when: "AHEAD" });
  const code = bookings[0]?.code ?? "";
  return { name: `Ąžuolė ${lastName}`, lastName, email, number, code, bookingId: booking.id };
}

test("finds a guest from any page by name without diacritics, number and code, and adds a note and undoes it", async ({
  owner: { page },
}) => {
  const { offered } = await ownClass();
  const guest = await guestIn(offered);
  const plain = guest.lastName.replace("Žirmūnė", "zirmune");
  for (const [key, text] of [
    ["/", plain],
    ["Control+k", guest.number.slice(4)],
    ["/", guest.code.toLowerCase()],
  ] as const) {
    // Each search starts on another page, which does not show the person found before.
    await page.goto("/admin/services/");
    await hydrated(page);
    await expect(page.getByRole("navigation", { name: say("nav") })).toBeVisible();
    await page.keyboard.press(key);
    const field = page.getByRole("searchbox", { name: say("people.find.label") });
    await expect(field).toBeFocused();
    await field.fill(text);
    await expect(page.getByRole("dialog").getByRole("link", { name: guest.name })).toHaveCount(1);
    await field.press("Enter");
    await expect(headline(page, guest.name)).toBeVisible();
  }
  await expect(page.getByText(guest.email)).toBeVisible();
  await expect(page.getByText(say("people.code", { code: guest.code }))).toBeVisible();

  await page.getByLabel(say("notes.new")).fill("Prašė priminti apie pratęsimą");
  await page.getByRole("button", { name: say("notes.add") }).click();
  const note = page.getByRole("listitem").filter({ hasText: "Prašė priminti" });
  await expect(note).toHaveCount(1);
  await note.getByRole("button").click();
  await page.getByRole("button", { name: say("notes.delete") }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole("button", { name: say("undo") }).click();
  await expect(note).toHaveCount(1);
});

test("the search opens with its keyboard shortcut as soon as the menu is rendered", async ({ owner: { page } }) => {
  await page.addInitScript(() => {
    const whenMenu = new MutationObserver(() => {
      if (!document.querySelector(".admin-side nav")) return;
      whenMenu.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
    });
    whenMenu.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/admin/services/");
  await expect(page.getByRole("searchbox", { name: say("people.find.label") })).toBeFocused();
});

test("a till payment is recorded with its method, listed for the day and on the person's page, and undone", async ({
  owner: { page },
}) => {
  const offered = await sessionAhead({ free: 1 });
  const guest = await guestIn(offered);
  const paid = async () => {
    const { booking } = await bookingOf(guest.bookingId);
    return [booking.paymentStatus, booking.payment?.method];
  };
  await page.goto(`/admin/?day=${localDate(offered.session.startDate)}`);
  await hydrated(page);
  const start = time(offered.session.startDate);
  const line = page.getByRole("button", { name: say("session.open", { title: offered.session.title, time: start }) });
  await expect(line).toBeVisible();
  if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
  await page.getByRole("button", { name: `${say("pay")}: ${guest.name}` }).click();
  const asking = page.getByRole("dialog", { name: say("pay.title") });
  await asking.getByText(say("pay.method.CARD")).click();
  await asking.getByLabel(say("pay.note")).fill("Kvitas 12");
  await asking.getByRole("button", { name: say("pay.do") }).click();
  await expect(page.getByText(say("payment.PAID.CARD"))).toBeVisible();
  await expect.poll(paid).toEqual(["PAID", "CARD"]);

  await page.getByRole("link", { name: guest.name }).click();
  await expect(headline(page, guest.name)).toBeVisible();
  await expect(page.getByText(say("payment.PAID.CARD"))).toBeVisible();
  await page
    .getByRole("button", { name: new RegExp(`^${say("row.actions", { name: offered.session.title })}`) })
    .click();
  await page.getByRole("button", { name: say("unpay") }).click();
  await expect.poll(async () => (await paid())[0]).not.toBe("PAID");
});

test("the owner finds a member, opens their page by name, and blocks and unblocks them", async ({
  owner: { page },
}) => {
  const member = newPerson();
  const { firstName, lastName, email } = member;
  await desk.authentication.signOn({ loginId: { email }, profile: { firstName, lastName } });
  await page.goto("/admin/members/");
  await hydrated(page);
  await page.getByRole("searchbox").fill(member.email);
  const name = `${member.firstName} ${member.lastName}`;
  const row = page.getByRole("listitem").filter({ hasText: member.email });
  await expect(row).toHaveCount(1);
  await row.getByRole("button", { name: say("row.actions", { name }) }).click();
  await page.getByRole("button", { name: say("members.block"), exact: true }).click();
  await expect(page.getByText(say("members.done.block", { name }))).toBeVisible();
  await page.getByRole("button", { name: say("undo") }).click();
  await expect(page.getByText(say("undone"))).toBeVisible();
  await row.getByRole("link", { name }).click();
  await expect(headline(page, name)).toBeVisible();
  await expect(page.getByRole("heading", { name: say("people.ahead") })).toBeVisible();
});

test("the owner adds a staff member, gives them a title, deletes them and undoes the deletion", async ({
  owner: { page },
}) => {
  const { email } = newPerson();
  const name = `Rimantė ${email}`;
  await page.goto("/admin/staff/");
  await hydrated(page);
  const form = page.getByRole("dialog");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await page.getByRole("button", { name: say("staff.add") }).click();
  await form.getByLabel(say("staff.field.name"), { exact: true }).fill(name);
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(page.getByText(say("done.saved", { name }))).toBeVisible();
  await row.getByRole("button", { name, exact: true }).click();
  await form.getByLabel(say("staff.field.title")).fill("Trasų statytoja");
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(row).toContainText("Trasų statytoja");
  await row.getByRole("button", { name: say("row.actions", { name }) }).click();
  await page.getByRole("button", { name: say("delete"), exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: say("undo") }).click();
  await expect(row).toContainText("Trasų statytoja");
});

test("on a phone, the tab bar opens the main pages, and its last tab lists all others", async ({ owner: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/");
  await hydrated(page);
  const tabs = page.getByRole("navigation", { name: say("nav.tabs") });
  await expect(tabs.getByRole("link")).toHaveCount(3);
  await tabs.getByRole("button", { name: say("nav.more") }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: say("services.heading") })
    .click();
  await expect(headline(page, say("services.heading"))).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
