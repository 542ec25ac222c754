import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { mailAbout, nthMailTo } from "../harness/mail.ts";
import { expect, hydrated, test } from "../people.ts";

const say = words("lt");
const sayInMail = mailWords("lt");
const mailbox = "labas@uola.example";

test("a message written with the keyboard is delivered to the gym, and its sender gets a confirmation", async ({
  visitor,
}) => {
  const { page, email } = visitor;
  const name = `Jonas ${email.slice(0, 8)}`;
  const text = `Sūnui šešeri. Ar gali ateiti vidury sezono? ${email}`;
  await page.goto("/kontaktai/?topic=CHILDREN#write");
  await expect(page).toHaveURL(/\/contact\//);
  await hydrated(page);
  await expect(page.getByRole("radio", { name: say("inquiry.topic.CHILDREN") })).toBeChecked();

  await test.step("shows an error at each field with missing input", async () => {
    await page.getByRole("button", { name: say("inquiry.send") }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("alert")).toMatchAriaSnapshot(`
      - alert:
        - heading "${say("form.errors", { count: 3 })}" [level=2]
        - paragraph: ${say("inquiry.kept")}
        - list:
          - listitem:
            - link "${say("inquiry.missing.text")}"
          - listitem:
            - link "${say("inquiry.missing.name")}"
          - listitem:
            - link "${say("booking.error.email.missing")}"
    `);
    await expect(page.getByRole("form", { name: say("contact.write") })).toMatchAriaSnapshot(`
      - form "${say("contact.write")}":
        - alert
        - group "${say("inquiry.topic")}":
          - radio "${say("inquiry.topic.CHILDREN")}" [checked]
        - textbox "${say("inquiry.text")}"
        - textbox "${say("inquiry.name")}"
        - textbox "${say("field.email")}"
        - textbox "${say("field.phone")} (${say("field.optional")})"
        - button "${say("inquiry.send")}"
    `);
    // A field opened through a link in the error summary shows its own error.
    const field = page.getByLabel(say("inquiry.text"));
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: say("inquiry.missing.text") })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(say("inquiry.missing.text"));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
  });
  await test.step("keeps typed text across a reload", async () => {
    await page.getByLabel(say("inquiry.text")).focus();
    await page.keyboard.insertText(text);
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(name);
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel(say("inquiry.text"))).toHaveValue(text);
  });
  await test.step("sends the message on Enter in the last field", async () => {
    await page.getByLabel(say("field.email")).focus();
    await page.keyboard.insertText(email);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: say("inquiry.sent") })).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: say("inquiry.sent") })).toMatchAriaSnapshot(`
      - status:
        - heading "${say("inquiry.sent")}" [level=3]
        - paragraph: ${say("inquiry.sent.lead", { address: email })}
        - button "${say("inquiry.again")}"
    `);
  });

  const subject = sayInMail("inquiry.subject", { topic: sayInMail("inquiry.topic.CHILDREN"), name });
  const toGym = await mailAbout(mailbox, subject);
  expect(toGym.text).toContain(text);
  expect(toGym.replyTo).toMatchObject([{ address: email }]);
  const toSender = await nthMailTo(email, 1);
  expect(toSender.subject).toBe(sayInMail("inquiry.received.title"));
  // The address may belong to someone other than the person who typed it, so the confirmation does
  // not quote the message.
  expect(`${toSender.text} ${toSender.html}`).not.toContain("Sūnui");
});
