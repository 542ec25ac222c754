import { expect, test } from "vitest";
import { checkLinks, type Loaded } from "./check-links.ts";

const origin = "https://uola.example";
const page = (links: Record<string, string>, ids: string[] = []): Loaded => ({
  status: 200,
  links: Object.entries(links).map(([href, text]) => ({ href, text })),
  ids: new Set(ids),
});
const file = (status: number, movedTo?: string): Loaded => ({
  status,
  links: [],
  ids: new Set(),
  ...(movedTo && { movedTo }),
});

const site: Record<string, Loaded> = {
  "/": page({ "/prices/#rent": "Nuoma", "/gone/": "Sena", "https://other.example/gone/": "Kiti", "/photo.jpg": "" }),
  "/prices/": page({ "/prices/#lost": "Dingo", "gone/?x=1": "Arti", "/gone/": "Vėl", "/kainos/": "Kainos" }, ["rent"]),
  "/kainos/": file(200, "/prices/"),
  "/photo.jpg": file(200),
};
const check = (signal = new AbortController().signal) => {
  const asked: string[] = [];
  const progress: string[] = [];
  const work = checkLinks({
    pages: ["/", "/prices/"],
    origin,
    signal,
    load: async (path, whole) => {
      asked.push(`${path}${whole ? "" : " ?"}`);
      return site[path] ?? file(404);
    },
    onProgress: (done, of) => progress.push(`${done}/${of}`),
  });
  return { work, asked, progress };
};

test("reports dead links, redirected links and missing anchors with the pages that contain them", async () => {
  const { work, asked, progress } = check();
  expect(await work).toEqual([
    {
      kind: "DEAD",
      target: "/gone/",
      on: [
        { path: "/", text: "Sena" },
        { path: "/prices/", text: "Vėl" },
      ],
    },
    { kind: "NO_PLACE", target: "/prices/#lost", on: [{ path: "/prices/", text: "Dingo" }] },
    { kind: "DEAD", target: "/prices/gone/", on: [{ path: "/prices/", text: "Arti" }] },
    { kind: "MOVED", target: "/kainos/", movedTo: "/prices/", on: [{ path: "/prices/", text: "Kainos" }] },
  ]);
  // Each URL is requested once.
  expect(asked.toSorted()).toEqual(["/", "/gone/ ?", "/kainos/ ?", "/photo.jpg ?", "/prices/", "/prices/gone/ ?"]);
  expect(progress.at(-1)).toBe("6/6");
});

test("stops requesting links once the check is aborted", async () => {
  const controller = new AbortController();
  controller.abort();
  const { work, asked } = check(controller.signal);
  await expect(work).rejects.toThrow();
  expect(asked).toEqual([]);
});
