import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "uola-media-"));
  platform = await createTestPlatform({ media: { folder } });
});
afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});

test("a service with an image given by id or reference returns the image's URL and size", async () => {
  const owner = platform.as(platform.key);
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#8a4b2f" } });
  const sent = { body: (await picture.jpeg().toBuffer()) as never, token: platform.key };
  const file = (await platform.ask("/v1/media/files?name=paslauga.jpg", sent)).body.file;
  await owner.media.update({ fileId: file.id, file: { alt: "Siena", revision: "1" } });
  const { policy } = await owner.policies.create({ policy: { name: "Bendra" } });
  const input = {
    type: "CLASS" as const,
    name: "Įvadas",
    bookingPolicy: { id: policy.id as string },
    defaultCapacity: 8,
    onlineBooking: { enabled: true },
    payment: { rateType: "NO_FEE" as const, options: { inPerson: true } },
    locations: [{ type: "CUSTOM" as const, custom: { address: { addressLine: "Skardžio g. 14" } } }],
  };
  const other = { image: { url: "https://example.com/a.jpg", width: 3 } };
  const media = {
    mainMedia: { image: { id: file.id } },
    items: [{ image: { id: file.reference, altText: "Kita" } }, other],
  };
  const { service } = await owner.services.create({ service: { ...input, media } });
  const known = { id: file.id, url: file.url, filename: "paslauga.jpg", width: 60, height: 40 };
  expect(service.media?.mainMedia?.image).toEqual({ ...known, altText: "Siena" });
  expect(service.media?.items?.map(({ image }) => image)).toEqual([{ ...known, altText: "Kita" }, other.image]);
  const { id, revision } = service;
  const renamed = await owner.services.update({ service: { id, revision, name: "Kitas" } });
  expect(renamed.service.media).toEqual(service.media);
  const stored = await platform.db.selectFrom("service").select("media").where("id", "=", id).executeTakeFirstOrThrow();
  expect(JSON.stringify(stored.media)).not.toContain("localhost");
});
