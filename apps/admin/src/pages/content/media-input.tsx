import { useHasPower } from "@uola/browser/session/session.tsx";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { MediaFile, MediaKind } from "@uola/contract";
import { fileUrl, imageUrl, parseMedia } from "@uola/contract/media-reference";
import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { Ordered } from "@uola/ui/kit/ordered.tsx";
import { say } from "@uola/words/admin";
import { type ReactNode, useState } from "react";
import { MediaPicker } from "../media/media-picker.tsx";
import { isEmpty, type Picture } from "./value.ts";

type FileKind = "image" | "document" | "video" | "audio";
const kinds = { image: "IMAGE", document: "DOCUMENT", video: "VIDEO", audio: "AUDIO" } as const satisfies Record<
  FileKind,
  MediaKind
>;

type FilesInputProps = { kind: FileKind; label: string; value: unknown; onChange: (reference: string | null) => void };

/**
 * Input for one file from the media library: an image with its alternative text, a document, a
 * video or an audio recording.
 */
export function FilesInput({ kind, label, value, onChange }: FilesInputProps) {
  const [picks, setPicks] = useState(false);
  const reference = typeof value === "string" ? value : "";
  return (
    <div className="media-input">
      {!isEmpty(value) && (
        <div className="media-shown">
          {kind === "image" && <Thumb reference={reference} />}
          <a className="quick grow" href={fileUrl(reference) ?? reference} target="_blank" rel="noreferrer">
            {parseMedia(reference)?.name || reference || say("content.media.unknown")}
          </a>
          <RoundButton
            bare
            icon="close"
            label={say("content.media.remove", { label })}
            onClick={() => onChange(null)}
          />
        </div>
      )}
      {kind === "image" && reference && <LibraryAlt reference={reference} />}
      <PickButton onClick={() => setPicks(true)}>
        {say(isEmpty(value) ? `content.media.pick.${kind}` : "content.media.change")}
        <span className="visually-hidden">: {label}</span>
      </PickButton>
      {picks && (
        <MediaPicker
          kind={kinds[kind]}
          onClose={() => setPicks(false)}
          onPick={([file]) => {
            setPicks(false);
            if (file) onChange(file.reference);
          }}
        />
      )}
    </div>
  );
}

/** Users who may not manage the media library see a hint that names who may. */
function PickButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  if (!useHasPower("keepsMedia")) return <p className="hint">{say("content.media.owner")}</p>;
  return (
    <TextButton className="justify-self-start" onClick={onClick}>
      {children}
    </TextButton>
  );
}

const Thumb = ({ reference }: { reference: string }) => {
  const src = imageUrl(reference, { width: 160, height: 160 });
  return src ? <img className="thumb large" src={src} alt="" width={88} height={88} /> : null;
};

/**
 * The alternative text of an image is stored with it in the library and applies wherever the image
 * is shown.
 */
function LibraryAlt({ reference }: { reference: string }) {
  const fileId = parseMedia(reference)?.id ?? "";
  const keepsMedia = useHasPower("keepsMedia");
  const { data: file } = usePlatformQuery(["media", fileId], async ({ media }) => (await media.get({ fileId })).file, {
    enabled: keepsMedia && fileId !== "",
  });
  return file ? <AltField key={file.revision} file={file} /> : null;
}

function AltField({ file }: { file: MediaFile }) {
  const write = usePlatformAction("media");
  const [alt, setAlt] = useState(file.alt);
  const [failed, setFailed] = useState(false);
  const keep = async () => {
    if (alt.trim() === file.alt) return;
    setFailed(false);
    try {
      const change = { alt: alt.trim(), revision: file.revision };
      await write(({ media }) => media.update({ fileId: file.id, file: change }));
    } catch {
      setFailed(true);
    }
  };
  return (
    <Field
      id={`alt-${file.id}`}
      label={say("content.media.alt")}
      hint={say("content.media.alt.library")}
      maxLength={1000}
      value={alt}
      onChange={({ target }) => setAlt(target.value)}
      onBlur={() => void keep()}
      {...(failed && { error: say("content.media.alt.failed") })}
    />
  );
}

type GalleryInputProps = { id: string; value: unknown; onChange: (pictures: Picture[] | null) => void };

/** Input for an ordered list of images and videos, each with its alternative text. */
export function GalleryInput({ id, value, onChange }: GalleryInputProps) {
  const [picks, setPicks] = useState(false);
  const pictures = (Array.isArray(value) ? value : []) as Picture[];
  const set = (next: Picture[]) => onChange(next.length > 0 ? next : null);
  const nameOf = ({ title, src }: Picture) => title || parseMedia(src)?.name || src;
  return (
    <div className="media-input">
      <Ordered items={pictures} idOf={({ src }) => src} nameOf={nameOf} onMove={set}>
        {(picture, index) => (
          <>
            <Thumb reference={picture.src} />
            <div className="grow">
              <Field
                id={`${id}-alt-${index}`}
                label={say("content.media.alt")}
                maxLength={1000}
                value={picture.alt ?? ""}
                onChange={({ target }) =>
                  set(pictures.map((each, at) => (at === index ? { ...each, alt: target.value } : each)))
                }
              />
            </div>
            <RoundButton
              bare
              icon="close"
              label={say("content.media.remove", { label: nameOf(picture) })}
              onClick={() => set(pictures.filter((_, at) => at !== index))}
            />
          </>
        )}
      </Ordered>
      <PickButton onClick={() => setPicks(true)}>{say("content.media.pick.gallery")}</PickButton>
      {picks && (
        <MediaPicker
          many
          kind="IMAGE"
          onClose={() => setPicks(false)}
          onPick={(files) => {
            setPicks(false);
            const added = files
              .filter(({ reference }) => !pictures.some(({ src }) => src === reference))
              .map(({ reference, alt, name }) => ({ type: "image", src: reference, alt, title: name }));
            set([...pictures, ...added]);
          }}
        />
      )}
    </div>
  );
}
