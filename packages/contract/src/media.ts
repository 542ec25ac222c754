import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe, revision, typedText } from "./wire.ts";

/** A point of an image, as fractions of its width and height. */
const FocalPoint = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

export const MediaKind = z.enum(["IMAGE", "DOCUMENT", "AUDIO", "VIDEO"]);
export type MediaKind = z.infer<typeof MediaKind>;

/** A file of the media library. */
export const MediaFile = z
  .object({
    id: guid,
    kind: MediaKind,
    name: z.string(),
    /** Alternative text: describes the image for people who cannot see it. */
    alt: z.string(),
    mimeType: z.string(),
    /** Size of the stored file, which for an image differs from the upload. */
    sizeBytes: z.int(),
    /** In pixels, for images. */
    width: maybe(z.int()),
    height: maybe(z.int()),
    /**
     * The point of an image that is never cropped away; null: automatic cropping keeps the most
     * prominent part.
     */
    focus: maybe(FocalPoint),
    /**
     * The URL of the file. While the file is in the bin, this URL and `thumbnailUrl` work only for
     * the person to whom they were returned.
     */
    url: z.string(),
    /** For images: a thumbnail about 320 pixels wide. */
    thumbnailUrl: maybe(z.string()),
    /** The reference that fields store: `wix:image://v1/<id>/<name>#originWidth=W&originHeight=H`. */
    reference: z.string(),
    createdDate: instant,
    updatedDate: instant,
    /** When the file was moved to the bin. */
    deletedDate: maybe(instant),
    /** When the file will be deleted permanently. */
    purgeDate: maybe(instant),
    revision,
  })
  .meta({ id: "MediaFile" });
export type MediaFile = z.infer<typeof MediaFile>;

const editor = { access: "owner", also: ["editor"] } as const;
const name = typedText().min(1).max(200);
const alt = z.string().max(1000);
const output = z.object({ file: MediaFile });

export const media = {
  upload: endpoint({
    method: "POST",
    path: "/v1/media/files",
    ...editor,
    body: "file",
    bodyMax: 2 * 1024 ** 3,
    input: z.object({ name, alt: maybe(alt) }),
    output,
    errors: ["FILE_TYPE_NOT_ALLOWED", "FILE_TOO_LARGE", "IMAGE_TOO_LARGE", "FILE_DAMAGED", "QUOTA_EXCEEDED"],
    summary:
      "Add a file, told by what it contains and not by its name. Images are made anew, without what else a camera writes.",
  }),
  list: endpoint({
    method: "GET",
    path: "/v1/media/files",
    ...editor,
    input: z.object({
      /** A part of the file name. */
      search: maybe(z.string().max(200)),
      kind: maybe(MediaKind),
      /** Lists the bin instead of the library. */
      deleted: maybe(z.boolean()),
      cursorPaging: maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(16000)) })),
    }),
    output: z.object({ files: z.array(MediaFile), cursors: z.object({ next: maybe(z.string()) }) }),
    errors: ["INVALID_CURSOR"],
    summary: "Read the library, newest first. A cursor goes with the search it came from.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/media/files/{fileId}",
    ...editor,
    input: z.object({ fileId: guid }),
    output,
    errors: ["MEDIA_FILE_NOT_FOUND"],
    summary: "Read what is known of a file, in the bin or not.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/media/files/{fileId}",
    ...editor,
    input: z.object({
      fileId: guid,
      file: z.object({
        name: maybe(name),
        alt: maybe(alt),
        /** The focal point of an image; null removes it. */
        focus: maybe(FocalPoint),
        revision,
      }),
    }),
    output,
    errors: ["MEDIA_FILE_NOT_FOUND", "REVISION_MISMATCH", "VALIDATION_FAILURE"],
    summary: "Change a file's name, what it is said to show, or its focal point. References keep leading to it.",
  }),
  focalPoints: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/media/focal_points/query",
    access: "visitor",
    input: z.object({ fileIds: z.array(guid).max(200) }),
    output: z.object({ points: z.array(FocalPoint.extend({ fileId: guid })) }),
    errors: [],
    summary: "Read what of images is never to be cropped away; images without such a point are left out.",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/media/files/{fileId}",
    ...editor,
    input: z.object({ fileId: guid }),
    output,
    errors: ["MEDIA_FILE_NOT_FOUND"],
    summary: "Put a file into the bin: it is served no more, and gone for good after 30 days.",
  }),
  restore: endpoint({
    method: "POST",
    path: "/v1/media/files/{fileId}/restore",
    ...editor,
    input: z.object({ fileId: guid }),
    output,
    errors: ["MEDIA_FILE_NOT_FOUND"],
    summary: "Take a file out of the bin: it is served where it was.",
  }),
  usage: endpoint({
    method: "GET",
    path: "/v1/media/usage",
    ...editor,
    input: z.object({}),
    output: z.object({
      usedBytes: z.int(),
      quotaBytes: z.int(),
      /** The maximum file size of each kind. */
      sizeMaxBytes: z.object({ IMAGE: z.int(), DOCUMENT: z.int(), AUDIO: z.int(), VIDEO: z.int() }),
      /** The accepted MIME types, for the `accept` attribute of a form. */
      mimeTypes: z.array(z.string()),
    }),
    errors: [],
    summary: "Read how much room the library takes, the bin included, and what it may hold.",
  }),
};
