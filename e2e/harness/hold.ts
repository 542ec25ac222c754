import { expect, type Page } from "@playwright/test";

/** Waits for the hold in the tab's session storage and returns its id. */
export async function holdIdIn(page: Page): Promise<string> {
  const read = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem("uola.booking.hold") ?? "null")?.id as string | undefined);
  await expect.poll(read, { message: "a hold" }).toBeTruthy();
  return (await read()) ?? "";
}
