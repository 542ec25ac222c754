import type { Client } from "@uola/client";
import type { WaitlistEntry } from "@uola/contract";
import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { localizeWaitlistEntries } from "./waiting.ts";

const entry = { serviceId: "1", title: "Viršutinė sauga" } as WaitlistEntry;
const service = { id: "1", name: "Viršutinė sauga", extendedFields: { namespaces: { translations: {} } } };
const titlesBy = async (query: () => Promise<unknown>) =>
  (await localizeWaitlistEntries({ services: { query } } as unknown as Client, [entry])).map(({ title }) => title);

test("shows waiting-list titles in the reader's language", async () => {
  const english = { ...service, name: "Top-rope belaying" };
  const answer = async () => ({ services: [english], pagingMetadata: {} });
  expect(await inLanguage("en", () => titlesBy(answer))).toEqual(["Top-rope belaying"]);
  expect(await inLanguage("lt", () => titlesBy(answer))).toEqual(["Viršutinė sauga"]);
});

test("keeps the original title of a waiting-list entry when its service cannot be read", async () => {
  const away = () => Promise.reject(new Error("There is no network."));
  expect(await inLanguage("en", () => titlesBy(away))).toEqual(["Viršutinė sauga"]);
});
