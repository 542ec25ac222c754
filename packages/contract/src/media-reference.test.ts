import { describe, expect, test } from "vitest";
import {
  fileUrl,
  focusPosition,
  imageSources,
  imageUrl,
  parseMedia,
  referenceOf,
  withFocalPoint,
} from "./media-reference.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const wall = `wix:image://v1/${id}/m%C5%ABsa.jpg#originWidth=1600&originHeight=900`;

describe("media reference", () => {
  test("parses the text of a media reference", () => {
    const media = { kind: "IMAGE", id, name: "mūsa.jpg", width: 1600, height: 900 } as const;
    expect(parseMedia(wall)).toEqual(media);
    expect(referenceOf(media)).toBe(wall);
    const video = { kind: "VIDEO", id, name: "a b.mp4" } as const;
    expect(parseMedia(referenceOf(video))).toEqual(video);
  });

  test("parses a media reference of another client that lacks optional parts", () => {
    expect(parseMedia("wix:image://v1/11062b_ab~mv2.jpg")).toEqual({
      kind: "IMAGE",
      id: "11062b_ab~mv2.jpg",
      name: "",
    });
    expect(parseMedia("wix:video://v1/a_b/file#posterUri=x.jpg")).toMatchObject({ kind: "VIDEO", name: "file" });
    expect(parseMedia("wix:image://v1/a/%E0%A4%A#originWidth=-5&originHeight=x")).toEqual({
      kind: "IMAGE",
      id: "a",
      name: "%E0%A4%A",
    });
  });

  test.each(["", "https://uola.lt/a.jpg", "wix:image://v2/a/b", "javascript:alert(1)", "wix:page://v1/a", `x${wall}`])(
    "rejects %j as a media reference",
    (text) => expect(parseMedia(text)).toBeUndefined(),
  );
});

describe("URL of a media reference", () => {
  const part = (input: Parameters<typeof imageUrl>[1], text = wall) => imageUrl(text, input)?.split("/")[3];

  test("builds the URL of the original file", () => {
    expect(imageUrl(wall)).toBe(`/media/${id}/m%C5%ABsa.jpg`);
    expect(fileUrl(`wix:document://v1/${id}/a.pdf`, "https://uola.lt")).toBe(`https://uola.lt/media/${id}/a.pdf`);
  });

  test("builds an image URL with the smallest width that is large enough", () => {
    expect(part({ width: 300 })).toBe("320");
    expect(part({ width: 320, format: "avif" })).toBe("320.avif");
    expect(part({ height: 180 })).toBe("320");
    expect(part({ format: "webp" })).toBe("1920.webp");
    expect(part({ width: 5000 })).toBe("1920");
    expect(part({ width: 5000 }, `wix:image://v1/${id}/a.jpg`)).toBe("2560");
  });

  test("builds the URL of a cropped image with the nearest aspect ratio", () => {
    expect(part({ width: 400, height: 300 })).toBe("480-4x3");
    expect(part({ width: 100, height: 700 })).toBe("480-2x3");
    expect(part({ width: 2000, height: 2000 })).toBe("960-1x1");
    expect(part({ width: 400, height: 90, fit: "contain" })).toBe("160");
  });

  test("returns no image URL for a file that is not an image, and an external image URL unchanged", () => {
    expect(imageUrl("https://example.com/a.jpg", { width: 100 })).toBe("https://example.com/a.jpg");
    for (const text of [
      "javascript:alert(1)",
      "wix:image://v1/11062b~mv2.jpg/a",
      `wix:video://v1/${id}/a.mp4`,
      "a.jpg",
    ]) {
      expect(imageUrl(text, { width: 100 })).toBeUndefined();
    }
  });
});

test("imageSources lists every width once, with its real size and the best format first", () => {
  const picture = imageSources(wall, [320, 300, 640, 4000], { origin: "https://uola.lt" });
  expect(picture?.sources.map(({ type }) => type)).toEqual(["image/avif", "image/webp"]);
  const path = `https://uola.lt/media/${id}`;
  expect(picture?.sources[1]?.srcSet).toBe(
    `${path}/320.webp/m%C5%ABsa.jpg 320w, ${path}/640.webp/m%C5%ABsa.jpg 640w, ${path}/1920.webp/m%C5%ABsa.jpg 1600w`,
  );
  expect(picture).toMatchObject({ src: `${path}/1920/m%C5%ABsa.jpg`, width: 1600, height: 900 });
  const square = imageSources(wall, [160, 320], { width: 1, height: 1 });
  expect(square?.sources[0]?.srcSet).toContain("/160-1x1.avif/m%C5%ABsa.jpg 160w, ");
  expect(square).toMatchObject({ src: `/media/${id}/320-1x1/m%C5%ABsa.jpg`, width: 320, height: 320 });
  expect(imageSources("https://example.com/a.jpg", [320])).toEqual({ sources: [], src: "https://example.com/a.jpg" });
  expect(imageSources("nothing", [320])).toBeUndefined();
});

describe("image with a focal point", () => {
  const pointed = withFocalPoint(wall, { x: 0.25, y: 0.8 });
  const style = { objectFit: "cover", objectPosition: "25% 80%" };

  test("parses a valid focal point from a media reference and ignores an invalid one", () => {
    expect(parseMedia(pointed)).toMatchObject({ id, width: 1600, focus: { x: 0.25, y: 0.8 } });
    expect(parseMedia(withFocalPoint(`wix:image://v1/${id}/a.jpg`, { x: 0, y: 1 }))?.focus).toEqual({ x: 0, y: 1 });
    expect(parseMedia(`${wall}&focalX=2&focalY=0`)?.focus).toBeUndefined();
    expect(parseMedia(`${wall}&focalX=0.5`)?.focus).toBeUndefined();
  });

  test("serves the uncropped image if it has a focal point, large enough for the browser to crop it to the box", () => {
    const made = imageSources(pointed, [160, 320], { width: 160, height: 160 });
    // For a 16:9 image in a square box: the image is 1.78 times as wide as the box.
    expect(made?.sources[1]?.srcSet).toBe(
      `/media/${id}/320.webp/m%C5%ABsa.jpg 180w, /media/${id}/640.webp/m%C5%ABsa.jpg 360w`,
    );
    expect(made?.src).toBe(`/media/${id}/640/m%C5%ABsa.jpg`);
    expect(made).toMatchObject({
      width: 360,
      height: 360,
      style: { ...style, objectPosition: "0% 80%", aspectRatio: "160 / 160" },
    });
  });

  test("moves the focal point as close to the middle of the box as the image edges allow", () => {
    expect(focusPosition({ x: 0.5, y: 0.1 }, 2)).toBe("50% 10%");
    expect(focusPosition({ x: 0.1, y: 0.5 }, 2)).toBe("0% 50%");
    expect(focusPosition({ x: 0.4, y: 0.5 }, 2)).toBe("30% 50%");
    expect(focusPosition({ x: 0.4, y: 0.9 }, 0.5)).toBe("40% 100%");
  });

  test("adds an object-position style to an image with a focal point that the page crops", () => {
    expect(imageSources(pointed, [480, 960])?.style).toEqual(style);
    expect(imageSources(wall, [480, 960])).not.toHaveProperty("style");
  });
});
