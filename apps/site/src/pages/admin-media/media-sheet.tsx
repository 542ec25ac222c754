import type { MediaFile } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useId, useState } from "react";
import type { Feedback } from "../../admin/kit/feedback.tsx";
import { Sheet } from "../../admin/kit/sheet.tsx";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { usePlatformAction } from "../../use-platform.ts";
import { sizeText } from "./size.ts";

/** What is known of a file: its name and what it shows can be changed, and it can go into the bin and back. */
export function MediaSheet({ file, feedback, onClose }: { file: MediaFile; feedback: Feedback; onClose: () => void }) {
  const { id: fileId, revision } = file;
  const write = usePlatformAction("media");
  const [name, setName] = useState(file.name);
  const [alt, setAlt] = useState(file.alt);
  const id = useId();
  const isChanged = name !== file.name || alt !== file.alt;
  const restore = () => write(({ media }) => media.restore({ fileId }));

  const save = () =>
    feedback
      .make(() => write(({ media }) => media.update({ fileId, file: { name, alt, revision } })), say("media.saved"))
      .then((isDone) => isDone && onClose());
  const remove = () =>
    feedback
      .make(() => write(({ media }) => media.remove({ fileId })), say("media.removed", { name: file.name }), restore)
      .then((isDone) => isDone && onClose());
  const takeBack = () => feedback.make(restore, say("media.restored", { name: file.name })).then(onClose);
  const copy = () => feedback.make(() => navigator.clipboard.writeText(file.url), say("media.copied"));

  return (
    <Sheet title={file.name} isChanged={isChanged} onClose={onClose}>
      {file.thumbnailUrl && <img src={file.thumbnailUrl} alt={file.alt} className="media-large" />}
      <p className="muted mt-2 mb-5">
        {sizeText(file.sizeBytes)}
        {file.width && file.height ? ` · ${file.width} × ${file.height}` : ""}
      </p>
      {file.deletedDate ? (
        <footer className="sheet-foot">
          <PrimaryButton onClick={() => void takeBack()}>{say("media.restore")}</PrimaryButton>
        </footer>
      ) : (
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div className="field">
            <label htmlFor={`${id}-name`}>{say("media.name")}</label>
            <input
              id={`${id}-name`}
              className="input"
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          {file.kind === "IMAGE" && (
            <div className="field">
              <label htmlFor={`${id}-alt`}>{say("media.alt")}</label>
              <textarea
                id={`${id}-alt`}
                className="input"
                rows={3}
                maxLength={1000}
                value={alt}
                onChange={({ target }) => setAlt(target.value)}
              />
            </div>
          )}
          <p className="desk-acts begin">
            <TextButton onClick={() => void copy()}>{say("media.copyLink")}</TextButton>
            <TextButton onClick={() => void remove()}>{say("media.remove")}</TextButton>
          </p>
          <footer className="sheet-foot">
            <PrimaryButton type="submit" disabled={!isChanged || name.trim() === ""}>
              {say("media.save")}
            </PrimaryButton>
          </footer>
        </form>
      )}
    </Sheet>
  );
}
