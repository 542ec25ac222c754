import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { MediaFile } from "@uola/contract";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field, TextArea } from "@uola/ui/field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { type FocalPoint, focusText } from "./focus.ts";
import { FocusPicker } from "./focus-picker.tsx";
import { sizeText } from "./size.ts";

/**
 * Details of a file. Its name and alternative text can be edited, and it can be moved to the bin
 * and restored.
 */
export function MediaSheet({ file, feedback, onClose }: { file: MediaFile; feedback: Feedback; onClose: () => void }) {
  const { id: fileId } = file;
  const write = usePlatformAction("media");
  const form = useEntityForm({
    label: (field) => say(`media.${field}`),
    show: (field, value) => (field === "focus" ? focusText(value as FocalPoint | null) : String(value)),
    kept: keptOf(file),
    reread: async () => keptOf((await write(({ media }) => media.get({ fileId }))).file),
    check: ({ name }) => (name.trim() ? {} : { name: say("services.wrong.name") }),
    save: ({ changed, before }) =>
      write(({ media }) => media.update({ fileId, file: { ...changed, revision: before.revision ?? "" } })),
    onSaved: () => {
      feedback.done(say("media.saved"));
      onClose();
    },
  });
  const restore = () => write(({ media }) => media.restore({ fileId }));
  const remove = () =>
    feedback
      .make(() => write(({ media }) => media.remove({ fileId })), say("media.removed", { name: file.name }), restore)
      .then((isDone) => isDone && onClose());
  const takeBack = () => feedback.make(restore, say("media.restored", { name: file.name })).then(onClose);
  const copy = () => feedback.make(() => navigator.clipboard.writeText(file.url), say("media.copied"));
  const isKeptImage = file.kind === "IMAGE" && !file.deletedDate;
  const about = (
    <div>
      {!isKeptImage && file.thumbnailUrl && (
        <img src={file.thumbnailUrl} alt={file.alt} className="h-auto max-w-full" />
      )}
      <p className="text-muted mt-2 mb-5">
        {sizeText(file.sizeBytes)}
        {file.width && file.height ? ` · ${file.width} × ${file.height}` : ""}
      </p>
    </div>
  );

  if (file.deletedDate) {
    return (
      <Sheet title={file.name} onClose={onClose}>
        {about}
        <footer className="sheet-foot">
          <PrimaryButton onClick={() => void takeBack()}>{say("media.restore")}</PrimaryButton>
        </footer>
      </Sheet>
    );
  }
  return (
    <FormSheet title={file.name} form={form} onClose={onClose}>
      {about}
      <Field {...form.text("name")} maxLength={200} />
      {isKeptImage && <FocusPicker file={file} value={form.draft.focus} onChange={(focus) => form.set({ focus })} />}
      {file.kind === "IMAGE" && <TextArea {...form.text("alt")} maxLength={1000} />}
      <p className="flex flex-wrap items-baseline gap-x-[18px]">
        <TextButton onClick={() => void copy()}>{say("media.copyLink")}</TextButton>
        <TextButton onClick={() => void remove()}>{say("media.remove")}</TextButton>
      </p>
    </FormSheet>
  );
}

const keptOf = ({ name, alt, focus, revision }: MediaFile) => ({
  draft: { name, alt, focus: focus ?? null },
  revision,
});
