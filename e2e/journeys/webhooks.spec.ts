import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { words as adminWords } from "@uola/words/admin";
import { bookingInput, newVisitorClient, sessionAhead } from "../harness/desk.ts";
import { expect, headline, hydrated, newPerson, test } from "../people.ts";

const say = adminWords("lt");

test("the owner adds a webhook and sees a delivery fail and succeed on a retry", async ({ owner: { page } }) => {
  const receiver = await receive();
  try {
    await page.goto("/admin/webhooks/");
    await expect(headline(page, say("webhooks.heading"))).toBeVisible();
    await hydrated(page);

    await test.step("creates a webhook and shows its public key", async () => {
      await page.getByRole("button", { name: say("webhooks.add") }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel(say("webhooks.field.url")).fill(receiver.url);
      await form.getByLabel(say("webhooks.field.all")).uncheck();
      await form.getByLabel(say("webhooks.event.booking_created")).check();
      await form.getByRole("button", { name: say("form.save") }).click();
      await expect(form.getByRole("region", { name: say("webhooks.key") })).toContainText("BEGIN PUBLIC KEY");
      await page.keyboard.press("Escape");
    });
    const line = page.getByRole("listitem").filter({ hasText: receiver.url });
    await expect(line).toContainText(say("webhooks.events.count", { count: 1 }));

    await test.step("delivers a test event", async () => {
      await line.getByRole("button", { name: say("row.actions", { name: receiver.url }) }).click();
      await page.getByRole("button", { name: say("webhooks.test") }).click();
      await expect(line).toContainText(say("webhooks.test.good", { status: "200" }));
      expect(receiver.count()).toBe(1);
    });

    await line.getByRole("button", { name: say("webhooks.deliveries") }).click();
    const deliveries = page.getByRole("dialog").getByRole("list").getByRole("listitem");

    await test.step("delivers a booking event automatically", async () => {
      await book();
      await expect(deliveries).toHaveCount(1);
      await expect(deliveries.first()).toContainText(say("webhooks.event.booking_created"));
      await expect(deliveries.first()).toContainText(say("webhooks.status.DELIVERED"));
      expect(receiver.count()).toBe(2);
    });

    await test.step("shows a failed delivery with its response, and retries it", async () => {
      receiver.answer(500);
      await book();
      await expect(deliveries).toHaveCount(2);
      await expect(deliveries.first()).toContainText(say("webhooks.status.WAITING"));
      await expect(deliveries.first()).toContainText(say("webhooks.answer", { status: "500" }));
      receiver.answer(200);
      await expect(deliveries.first()).toContainText(say("webhooks.status.DELIVERED"));
      await expect(deliveries.first()).toContainText(say("webhooks.attempts", { count: 2 }));
    });

    await test.step("shows an empty list of abandoned deliveries", async () => {
      await page.getByRole("dialog").getByText(say("webhooks.status.DEAD"), { exact: true }).click();
      await expect(page.getByRole("dialog").getByText(say("webhooks.none"))).toBeVisible();
      await page.keyboard.press("Escape");
    });

    await test.step("delivers nothing to a disabled webhook, and undo enables it again", async () => {
      await line.getByRole("button", { name: say("row.actions", { name: receiver.url }) }).click();
      await page.getByRole("button", { name: say("webhooks.turnOff") }).click();
      await expect(line).toContainText(say("webhooks.off"));
      await page.getByRole("button", { name: say("undo") }).click();
      await expect(line).not.toContainText(say("webhooks.off"));
    });

    await test.step("reports why a deletion failed and confirms a successful one", async () => {
      const one = /\/v1\/webhooks\/[^/]+$/;
      const remove = async () => {
        await line.getByRole("button", { name: receiver.url, exact: true }).click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: say("delete"), exact: true })
          .click();
        const asked = page.getByRole("dialog", { name: say("webhooks.delete") });
        await asked.getByRole("button", { name: say("delete"), exact: true }).click();
        await expect(page.getByRole("dialog")).toHaveCount(0);
      };
      await page.route(one, (route) => (route.request().method() === "DELETE" ? route.abort() : route.fallback()));
      await remove();
      await expect(page.getByText(say("refused.offline"))).toBeVisible();
      await expect(line).toBeVisible();
      await page.unroute(one);
      await remove();
      await expect(page.getByText(say("done.deleted", { name: receiver.url }))).toBeVisible();
      await expect(line).toHaveCount(0);
    });
  } finally {
    await receiver.close();
  }
});

async function book() {
  const { firstName, lastName, email } = newPerson();
  const offered = await sessionAhead({ free: 2 });
  await newVisitorClient().bookings.create({ booking: bookingInput(offered, { firstName, lastName, email }) });
}

/** Starts a server that counts its requests and responds with the status the test sets. */
async function receive() {
  let status = 200;
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      count++;
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/uola`,
    count: () => count,
    answer: (next: number) => {
      status = next;
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
