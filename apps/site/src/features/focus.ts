import type { Client } from "@uola/client";
import type { FocalPoint } from "@uola/contract/media-reference";
import { withFocalPoint } from "@uola/contract/media-reference";

/** Focal points, keyed by the file id of the picture. */
export type FocalPoints = ReadonlyMap<string, FocalPoint>;

const inText = /wix:image:\/\/v1\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[^"\\]*/g;
/** The maximum number of files per call. */
const atOnce = 200;

/**
 * Returns the focal points of those pictures for which the owner has set one. A focal point is
 * never cropped away.
 */
export async function focalPointsOf(client: Client, fileIds: Iterable<string>): Promise<FocalPoints> {
  const ids = [...new Set(fileIds)];
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) =>
    ids.slice(n * atOnce, (n + 1) * atOnce),
  );
  const answers = await Promise.all(parts.map((fileIds) => client.media.focalPoints({ fileIds })));
  return new Map(answers.flatMap(({ points }) => points.map(({ fileId, ...point }) => [fileId, point])));
}

/** Adds the focal points to all picture references in data read from the platform, at any depth. */
export async function withFocalPoints<Value>(client: Client, value: Value): Promise<Value> {
  const text = JSON.stringify(value);
  const points = await focalPointsOf(
    client,
    [...text.matchAll(inText)].map(([, id]) => id as string),
  );
  if (points.size === 0) return value;
  const pointed = text.replace(inText, (reference, id: string) => {
    const point = points.get(id);
    return point ? withFocalPoint(reference, point) : reference;
  });
  return JSON.parse(pointed) as Value;
}
