import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { imageUrl, parseMedia } from "@uola/contract";
import { newId } from "@uola/database";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalResponse, type TestPlatform } from "../testing.ts";
import { box, createMediaPlatform, fetched, jpeg, mp4, picture, send, uploaded } from "./testing.ts";

let platform: TestPlatform;
let folder: string;
beforeAll(async () => {
  ({ platform, folder } = await createMediaPlatform({
    limits: { sizeMax: { IMAGE: 300_000, DOCUMENT: 50_000, VIDEO: 400_000 }, pixelsMax: 4_000_000, quota: 8_000_000 },
  }));
});
afterAll(() => platform.close());

const uploadFolder = () => readdir(join(folder, "incoming")).catch(() => []);
const files = () => readdir(join(folder, "files", platform.siteId)).catch(() => []);
const rows = () => platform.db.selectFrom("mediaFile").select(["id", "stored"]).execute();

test("re-encodes an image upright, keeps its colour profile and removes its metadata", async () => {
  const photo = await picture(300, 200)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withIccProfile("p3")
    .withExifMerge({
      IFD0: { Make: "SecretPhone", Artist: "Ona Onaitė" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "54/1 41/1 13/1" },
    })
    .toBuffer();
  expect(photo.includes("SecretPhone")).toBe(true);
  const given = await sharp(photo).metadata();
  expect(given).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });

  const file = await uploaded(platform, "../../Mūsų siena?.JPEG", photo as never);
  expect(file).toMatchObject({
    kind: "IMAGE",
    name: "Mūsų siena.jpeg",
    mimeType: "image/jpeg",
    width: 200,
    height: 300,
  });
  expect(file.reference).toBe(
    `wix:image://v1/${file.id}/${encodeURIComponent("Mūsų siena.jpeg")}#originWidth=200&originHeight=300`,
  );
  const { status, bytes, headers } = await fetched(platform, file.url);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("image/jpeg");
  expect(bytes.length).toBe(file.sizeBytes);
  expect(bytes.includes("SecretPhone")).toBe(false);
  const about = await sharp(bytes).metadata();
  expect(about).toMatchObject({ width: 200, height: 300 });
  expect([about.exif, about.xmp, about.iptc, about.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(about.icc?.equals(given.icc as Buffer)).toBe(true);
});

test("detects a file's type from its content and gives its name the matching extension", async () => {
  const png = await picture(40, 30).png().toBuffer();
  expect(await uploaded(platform, "photo.jpg", png as never)).toMatchObject({
    name: "photo.png",
    mimeType: "image/png",
  });
  const moving = await sharp([png, await picture(40, 30, "#123456").png().toBuffer()], { join: { animated: true } })
    .gif()
    .toBuffer();
  expect(await uploaded(platform, "moving.gif", moving as never)).toMatchObject({ mimeType: "image/gif", height: 30 });
  expect(await uploaded(platform, "kainos", "%PDF-1.7\n%\xe2\xe3\n1 0 obj\n" as never)).toMatchObject({
    kind: "DOCUMENT",
    name: "kainos.pdf",
    width: null,
  });
  expect(await uploaded(platform, "kainos.csv", "paslauga;kaina\nąžuolas;12\n")).toMatchObject({
    mimeType: "text/csv",
  });
  const wav = Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt "), Buffer.alloc(200)]);
  expect(await uploaded(platform, "garsas.wav", wav as never)).toMatchObject({ kind: "AUDIO", mimeType: "audio/wav" });
});

test.each([
  ["a program with an image extension", "photo.jpg", "MZ\x90\0".padEnd(3000, "\0")],
  ["an SVG", "logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["an SVG with a text extension", "logo.txt", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["an HTML page", "page.html", "<!doctype html><script>alert(1)</script>"],
  ["binary data with a text extension", "notes.txt", Buffer.from([65, 0, 66, 255])],
  ["text that is not UTF-8", "notes.csv", Buffer.from([0xe0, 0xe8, 0xeb])],
  ["an image of an unsupported type", "photo.bmp", Buffer.concat([Buffer.from("BM"), Buffer.alloc(100)])],
])("rejects %s and stores nothing", async (_, name, body) => {
  const before = await rows();
  expect(await send(platform, name, body as never)).toMatchObject(refusalResponse(400, "FILE_TYPE_NOT_ALLOWED"));
  expect(await uploadFolder()).toEqual([]);
  expect(await rows()).toEqual(before);
});

test("rejects a truncated image, an empty file and a video with inconsistent boxes as damaged", async () => {
  const whole = await jpeg();
  for (const [name, body] of [
    ["half.jpg", whole.subarray(0, whole.length / 2)],
    ["head.jpg", whole.subarray(0, 30)],
    ["half.png", (await picture(300, 300).png().toBuffer()).subarray(0, 300)],
    ["empty.txt", Buffer.alloc(0)],
    ["cut.mp4", mp4().subarray(0, 3000)],
  ] as const) {
    expect(await send(platform, name, body as never), name).toMatchObject(refusalResponse(400, "FILE_DAMAGED"));
  }
  expect(await uploadFolder()).toEqual([]);
});

test("accepts or rejects a file with random changes without an internal error", async () => {
  const seeds = [
    await jpeg(60, 40),
    ...(await Promise.all(
      [picture(60, 40).png(), picture(60, 40).webp(), picture(60, 40).gif()].map((p) => p.toBuffer()),
    )),
    mp4(500),
    Buffer.from(
      "PK\x03\x04\x14\0\0\0\x08\0aaaabbbb\x10\0\0\0\x20\0\0\0\x13\0\0\0[Content_Types].xml<Types/>".padEnd(300, "x"),
      "latin1",
    ),
    Buffer.from(`OggS\0\x02${"\0".repeat(22)}\x01vorbis${"\0".repeat(99)}`, "latin1"),
    Buffer.from(`\x1aE\xdf\xa3\x93\x42\x82\x88matroska${"\0".repeat(99)}`, "latin1"),
  ];
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  const outcomes = new Set<number>();
  for (let turn = 0; turn < 80; turn++) {
    const changed = Buffer.from(seeds[turn % seeds.length] as Buffer);
    for (let n = random(6); n >= 0; n--) changed[random(Math.min(changed.length, 200))] = random(256);
    const cut = random(3) === 0 ? changed.subarray(0, 1 + random(changed.length)) : changed;
    const { status, text } = await send(platform, `file${turn}.txt`, cut as never);
    expect(status, `${turn}: ${text}`).toBeLessThan(500);
    outcomes.add(status);
  }
  expect([...outcomes].sort()).toEqual([200, 400]);
  expect(await uploadFolder()).toEqual([]);
});

test("rejects an image with too many pixels before decoding it", async () => {
  const bomb = await sharp({ create: { width: 2500, height: 2000, channels: 3, background: "#000" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(300_000);
  expect(await send(platform, "bomb.png", bomb as never)).toMatchObject(refusalResponse(413, "IMAGE_TOO_LARGE"));
  const long = await sharp({ create: { width: 1, height: 17_000, channels: 3, background: "#000" } })
    .png()
    .toBuffer();
  expect(await send(platform, "long.png", long as never)).toMatchObject(refusalResponse(413, "IMAGE_TOO_LARGE"));
});

test("rejects a file over the size limit for its kind before the upload is complete", async () => {
  const over = Buffer.concat([mp4(), Buffer.alloc(400_000)]);
  expect(await send(platform, "long.mp4", over)).toMatchObject(refusalResponse(413, "FILE_TOO_LARGE"));
  let sent = 0;
  const endless = new ReadableStream({
    async start(to) {
      to.enqueue(await jpeg());
    },
    pull(to) {
      sent += 65_536;
      to.enqueue(new Uint8Array(65_536));
    },
  });
  expect(await send(platform, "endless.jpg", endless)).toMatchObject({
    ...refusalResponse(413, "FILE_TOO_LARGE"),
    body: { details: { applicationError: { data: { sizeMaxBytes: 300_000 } } } },
  });
  // The network buffers some of the data, so the sender sends more bytes than the server reads.
  expect(sent).toBeLessThan(20_000_000);
  expect(await uploadFolder()).toEqual([]);
});

test("stores nothing if an upload is interrupted", async () => {
  const before = await files();
  const leaving = new ReadableStream({
    async start(to) {
      to.enqueue(new Uint8Array((await jpeg()).subarray(0, 5000)));
    },
    pull: (to) => to.error(new Error("gone")),
  });
  expect(await send(platform, "half.jpg", leaving)).toMatchObject(refusalResponse(400, "INVALID_ARGUMENT"));
  expect(await uploadFolder()).toEqual([]);
  expect(await files()).toEqual(before);
});

test("clears the location metadata of a video without moving other bytes", async () => {
  const filmed = mp4();
  expect(filmed.includes("+54.6872")).toBe(true);
  const file = await uploaded(platform, "virvė.mp4", filmed);
  const { bytes } = await fetched(platform, file.url);
  expect(bytes.length).toBe(filmed.length);
  expect(bytes.includes("+54.6872")).toBe(false);
  expect(bytes.subarray(-5000).equals(filmed.subarray(-5000))).toBe(true);
  const endless = Buffer.concat([filmed, box("moov", Buffer.from("\0\0\0\0udta", "latin1"))]);
  expect((await send(platform, "x.mp4", endless)).status).toBe(200);
});

test("finds files by name and kind, newest first, page by page", async () => {
  const made: string[] = [];
  for (const name of ["100% siena.jpg", "bokštas.jpg", "Siena 2.jpg", "siena 3.txt"]) {
    made.unshift((await uploaded(platform, name, name.endsWith("txt") ? "x" : ((await jpeg(20, 20)) as never))).id);
  }
  const [third, second, , first] = made;
  const names = (search: object) =>
    platform
      .as(platform.key)
      .media.list(search)
      .then(({ files }) => files.map(({ id }) => id));
  expect((await names({})).slice(0, 4)).toEqual(made);
  expect(await names({ search: "siena", kind: "IMAGE", cursorPaging: { limit: 2 } })).toEqual([second, first]);
  expect(await names({ search: "siena 3" })).toEqual([third]);
  expect(await names({ search: "%" })).toEqual([first]);
  const page = await platform.as(platform.key).media.list({ cursorPaging: { limit: 3 } });
  const rest = await platform
    .as(platform.key)
    .media.list({ cursorPaging: { limit: 3, cursor: page.cursors.next ?? "" } });
  expect(page.files.map(({ id }) => id)).toEqual(made.slice(0, 3));
  expect(rest.files[0]?.id).toBe(made[3]);
});

test("requires the current revision to rename a file and adds an audit entry", async () => {
  const { media } = platform.as(platform.key);
  const { id, url } = await uploaded(platform, "a.jpg", (await jpeg(20, 20)) as never);
  const { file } = await media.update({
    fileId: id,
    file: { name: "Salė/2.exe", alt: "Didžioji salė", revision: "1" },
  });
  expect(file).toMatchObject({ name: "Salė 2.jpg", alt: "Didžioji salė", revision: "2" });
  await expect(media.update({ fileId: id, file: { alt: "x", revision: "1" } })).rejects.toMatchObject({
    code: "REVISION_MISMATCH",
  });
  expect((await fetched(platform, url)).status).toBe(200);
  const auditEntries = await platform.db
    .selectFrom("audit")
    .select("action")
    .where("entityId", "=", id)
    .orderBy("id")
    .execute();
  expect(auditEntries.map(({ action }) => action)).toEqual(["media.upload", "media.update"]);
});

test("shows a file in the bin only to the owner, restores it, and deletes it after 30 days", async () => {
  const { media } = platform.as(platform.key);
  const { id, url, reference } = await uploaded(platform, "bin.jpg", (await jpeg()) as never);
  const small = `http://localhost:3000${imageUrl(reference, { width: 320, format: "webp" })}`;
  expect((await fetched(platform, small)).status).toBe(200);
  const { file } = await media.remove({ fileId: id });
  expect(file.purgeDate).toEqual(new Date("2026-10-01T09:00:00Z"));
  expect((await fetched(platform, url)).status).toBe(404);
  expect((await fetched(platform, small)).status).toBe(404);
  expect((await fetched(platform, `${small}?key=${"A".repeat(24)}`)).status).toBe(404);
  const thumbnail = await fetched(platform, file.thumbnailUrl as string);
  expect([thumbnail.status, thumbnail.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect((await fetched(platform, file.url)).status).toBe(200);
  expect((await media.list({ search: "bin.jpg" })).files).toEqual([]);
  expect((await media.list({ deleted: true })).files.map((each) => each.id)).toEqual([id]);

  await media.restore({ fileId: id });
  expect((await fetched(platform, small)).status).toBe(200);
  await media.remove({ fileId: id });
  await media.remove({ fileId: id });
  const before = await media.usage();
  const { sweep } = await sweeper();
  platform.clock.now = new Date("2026-10-01T08:59:59Z");
  await sweep();
  expect((await media.get({ fileId: id })).file.id).toBe(id);
  platform.clock.now = new Date("2026-10-01T09:00:01Z");
  await sweep();
  platform.clock.now = new Date("2026-09-01T09:00:00Z");
  await expect(media.get({ fileId: id })).rejects.toMatchObject({ status: 404 });
  expect((await fetched(platform, file.url)).status).toBe(404);
  expect(await files()).not.toContain(id);
  expect((await media.usage()).usedBytes).toBe(before.usedBytes - file.sizeBytes);
});

/** Returns the cleanup task of another process that uses the same library. */
async function sweeper() {
  const { createCleanup } = await import("./media-cleanup.ts");
  const { createLibrary } = await import("./library.ts");
  const context = { db: platform.db, siteId: platform.siteId, now: () => platform.clock.now, changes: silent } as never;
  return { sweep: createCleanup(context, createLibrary(context, { folder })) };
}
const silent = { subscribe: () => {}, publish: () => {} };

test("deletes the files that a killed upload process left behind after an hour", async () => {
  const id = newId();
  const at = platform.clock.now;
  const file = { kind: "DOCUMENT", name: "x.txt", mimeType: "text/plain", sizeBytes: 7 } as const;
  const row = { siteId: platform.siteId, id, ...file };
  await platform.db
    .insertInto("mediaFile")
    .values({ ...row, createdDate: at, updatedDate: at })
    .execute();
  const { usedBytes } = await platform.as(platform.key).media.usage();
  const [old, young] = ["old.part", "young.part"].map((name) => join(folder, "incoming", name)) as [string, string];
  await writeFile(old, "x");
  await utimes(old, 1, 1);
  await writeFile(young, "x");
  await utimes(young, new Date(), new Date());
  const { sweep } = await sweeper();
  await sweep();
  expect(await uploadFolder()).toEqual(["young.part"]);
  expect((await rows()).find((each) => each.id === id)).toMatchObject({ stored: false });
  await expect(platform.as(platform.key).media.get({ fileId: id })).rejects.toMatchObject({ status: 404 });
  platform.clock.now = new Date(at.getTime() + 3_601_000);
  await sweep();
  platform.clock.now = at;
  expect((await rows()).find((each) => each.id === id)).toBeUndefined();
  expect((await platform.as(platform.key).media.usage()).usedBytes).toBe(usedBytes - 7);
});

test("keeps concurrent uploads within the quota", async () => {
  const { platform, folder } = await createMediaPlatform({ limits: { quota: 100_000 } });
  const large = () => send(platform, "a.txt", "x".repeat(60_000));
  const answers = await Promise.all([large(), large(), large()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refusalResponse(409, "QUOTA_EXCEEDED"));
  const { usedBytes, quotaBytes } = await platform.as(platform.key).media.usage();
  expect([usedBytes, quotaBytes]).toEqual([60_000, 100_000]);
  expect(await readdir(join(folder, "incoming"))).toEqual([]);
  expect((await readdir(join(folder, "files", platform.siteId))).length).toBe(1);
  await platform.close();
});

test("rejects uploads without permission, and unauthenticated ones before reading their body", async () => {
  for (const [role, status] of [
    ["member", 403],
    ["trainer", 403],
    ["owner", 200],
  ] as const) {
    const { token } = await platform.member({ role });
    expect((await send(platform, "a.jpg", (await jpeg(20, 20)) as never, { token })).status, role).toBe(status);
  }
  let listened = 0;
  const pull = () => {
    listened++;
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  expect((await send(platform, "a.jpg", body, { token: "nobody" })).status).toBe(401);
  expect(listened).toBe(0);
});

test("uploads a file through the client as the API reference describes", async () => {
  const { body } = await platform.ask("/openapi.json", { method: "GET" });
  const { requestBody, parameters } = body.paths["/v1/media/files"].post;
  expect(Object.keys(requestBody.content)).toEqual(["application/octet-stream"]);
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual(["name", "alt"]);
  const blob = new Blob([await jpeg(30, 20)]);
  const { file } = await platform.as(platform.key).media.upload({ name: "klientas.jpg", alt: "Siena" }, { file: blob });
  expect(file).toMatchObject({ name: "klientas.jpg", alt: "Siena", width: 30, createdDate: platform.clock.now });
  expect(parseMedia(file.reference)).toEqual({
    kind: "IMAGE",
    id: file.id,
    name: "klientas.jpg",
    width: 30,
    height: 20,
  });
});

test("stores an image's focal point and returns it to pages, but rejects a focal point for a video", async () => {
  const file = await uploaded(platform, "siena.jpg", await jpeg(300, 200));
  const owner = platform.as(platform.key).media;
  expect(file.focus).toBeNull();
  const focus = { x: 0.25, y: 0.8 };
  const { file: pointed } = await owner.update({ fileId: file.id, file: { focus, revision: file.revision } });
  expect(pointed).toMatchObject({ focus, name: file.name, alt: file.alt });
  const fileIds = [file.id, newId()];
  const read = () => platform.as(platform.visitor()).media.focalPoints({ fileIds });
  expect(await read()).toEqual({ points: [{ fileId: file.id, ...focus }] });
  const { file: named } = await owner.update({ fileId: file.id, file: { alt: "Siena", revision: pointed.revision } });
  expect(named.focus).toEqual(focus);
  const beyond = { focus: { x: 1.1, y: 0 }, revision: named.revision };
  await expect(owner.update({ fileId: file.id, file: beyond })).rejects.toMatchObject({ kind: "validation" });
  await owner.update({ fileId: file.id, file: { focus: null, revision: named.revision } });
  expect(await read()).toEqual({ points: [] });
  const film = await uploaded(platform, "filmas.mp4", mp4());
  const onFilm = owner.update({ fileId: film.id, file: { focus, revision: film.revision } });
  await expect(onFilm).rejects.toMatchObject({ kind: "validation", fieldViolations: [{ field: "file.focus" }] });
});
