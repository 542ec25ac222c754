import { fileUrl, parseMedia, referenceOf, type Service } from "@uola/contract";
import { imagesById } from "@uola/data";
import { type Database, isId } from "@uola/database";

type Media = Service["media"];
type Item = NonNullable<NonNullable<Media>["mainMedia"]>;
type Image = NonNullable<Item["image"]>;

const idIn = ({ id }: Image) => parseMedia(id ?? "")?.id ?? id ?? "";

/**
 * Returns media to be stored. The details of an image from the media library are copied from the
 * library.
 */
export async function withLibrary(tx: Database, siteId: string, media: Media): Promise<Media> {
  const ids: string[] = [];
  each(media, (image) => {
    const id = idIn(image);
    if (isId(id)) ids.push(id);
    return image;
  });
  if (ids.length === 0) return media;
  const known = await imagesById(tx, siteId, ids);
  return each(media, (image) => {
    const found = known.get(idIn(image).toLowerCase());
    if (!found) return image;
    // The URL is built when the image is read, because the origin of the site may change.
    const { url: _, altText, ...rest } = image;
    const { id, name, alt, width, height } = found;
    return { ...rest, id, filename: name, altText: altText ?? alt, width, height };
  });
}

/**
 * Returns media in the format of the API: dates are restored after JSON parsing, and library images
 * get their URL.
 */
export const mediaOf = (stored: Media, site: string): Media =>
  each(stored, (image) => {
    const { id, url, width, height, filename, urlExpirationDate } = image;
    const ours = !url && isId(id) && width && height;
    const reference = ours && referenceOf({ kind: "IMAGE", id, name: filename ?? "", width, height });
    return {
      ...image,
      ...(reference && { url: fileUrl(reference, site) }),
      ...(urlExpirationDate && { urlExpirationDate: new Date(urlExpirationDate) }),
    };
  });

/** Returns a copy of the media with each image mapped by `to`. */
function each(media: Media, to: (image: Image) => Image): Media {
  if (!media) return media;
  const { items, mainMedia, coverMedia } = media;
  const item = (one: Item): Item => (one.image ? { ...one, image: to(one.image) } : one);
  return {
    ...media,
    ...(items && { items: items.map(item) }),
    ...(mainMedia && { mainMedia: item(mainMedia) }),
    ...(coverMedia && { coverMedia: item(coverMedia) }),
  };
}

/** Returns the library image given by a reference. */
export function pictureOf(reference: string | null | undefined, site: string): Image | undefined {
  const media = reference ? parseMedia(reference) : undefined;
  if (!media || !reference) return undefined;
  const { id, name, width, height } = media;
  const extent = width && height ? { width, height } : {};
  return { id, filename: name, ...extent, url: fileUrl(reference, site) ?? null };
}
