import { expect, type Page } from "@playwright/test";

/** The id of the hold that the tab keeps, once it has one. */
export async function heldIn(page: Page): Promise<string> {
  const read = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem("uola.booking.hold") ?? "null")?.id as string | undefined);
  await expect.poll(read, { message: "a hold" }).toBeTruthy();
  return (await read()) ?? "";
}
