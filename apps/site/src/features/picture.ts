import type { Client } from "@uola/client";
import type { Service } from "@uola/contract";
import {
  type ImageSources,
  imageSources,
  parseMedia,
  referenceOf,
  withFocalPoint,
} from "@uola/contract/media-reference";
import { type FocalPoints, focalPointsOf } from "./focus.ts";

const shown = { widths: [480, 640, 960, 1280], shape: { width: 960, height: 640 } };

/** A picture of a service with its alt text. `picturesOf` returns the main picture first. */
export type Picture = ImageSources & { alt: string };

export function picturesOf({ media }: Pick<Service, "media">, points: FocalPoints = new Map()): Picture[] {
  const items = [media?.mainMedia, ...(media?.items ?? [])].flatMap((item) => item?.image ?? []);
  const pictures = items.flatMap(({ id, altText, filename: name, width, height }) => {
    const media = parseMedia(id ?? "")?.id ?? id;
    if (!media || !width || !height) return [];
    const reference = referenceOf({ kind: "IMAGE", id: media, name: name ?? "", width, height });
    const point = points.get(media);
    const made = imageSources(point ? withFocalPoint(reference, point) : reference, shown.widths, shown.shape);
    // Pictures hosted elsewhere are left out, so that browsers load nothing from other sites.
    return made && made.sources.length > 0 ? [{ ...made, alt: altText ?? "" }] : [];
  });
  return pictures.filter(({ src }, index) => pictures.findIndex((other) => other.src === src) === index);
}

/** Reads the focal points of the pictures of services. */
export const pointsOfServices = (client: Client, services: readonly Pick<Service, "media">[]): Promise<FocalPoints> =>
  focalPointsOf(
    client,
    services.flatMap(({ media }) =>
      [media?.mainMedia, ...(media?.items ?? [])]
        .flatMap((item) => item?.image?.id ?? [])
        .filter((id) => isId.test(id)),
    ),
  );
const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
