import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { MediaFile, MediaKind } from "@uola/contract";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { FileButton } from "@uola/ui/kit/file-button.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { SearchBox } from "@uola/ui/kit/search-box.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { useId, useState } from "react";
import { MediaGrid } from "./media-grid.tsx";
import { useFiles } from "./use-files.ts";

type MediaPickerProps = {
  kind: MediaKind;
  /** Whether several files can be chosen; they are returned in the order they are ticked. */
  many?: boolean;
  onPick: (files: MediaFile[]) => void;
  onClose: () => void;
};

const accepted: Record<MediaKind, string> = { IMAGE: "image/*", DOCUMENT: "", AUDIO: "audio/*", VIDEO: "video/*" };

/** Dialog to choose files from the library or upload new ones. */
export function MediaPicker({ kind, many = false, onPick, onClose }: MediaPickerProps) {
  const [text, setText] = useState("");
  const search = text.trim();
  const [picked, setPicked] = useState<MediaFile[]>([]);
  const [adding, setAdding] = useState<string>();
  const { make, refused } = useFeedback();
  const write = usePlatformAction("media");
  const id = useId();
  const reading = useFiles({ kind, search });

  const add = async (files: readonly File[]) => {
    const added: MediaFile[] = [];
    await make(async () => {
      for (const file of files) {
        setAdding(file.name);
        added.push((await write(({ media }) => media.upload({ name: file.name }, { file }))).file);
      }
    });
    setAdding(undefined);
    if (added.length === 0) return;
    if (many) setPicked((now) => [...now, ...added]);
    else onPick(added);
  };
  const toggle = (file: MediaFile) => {
    if (!many) return onPick([file]);
    const isPicked = picked.some((each) => each.id === file.id);
    setPicked(isPicked ? picked.filter((each) => each.id !== file.id) : [...picked, file]);
  };

  return (
    <Sheet wide title={say(`media.pick.${kind}`)} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex-[1_1_220px]">
          <SearchBox id={`${id}-search`} label={say("media.search")} text={text} onSearch={setText} />
        </div>
        <FileButton
          multiple={many}
          accept={accepted[kind]}
          disabled={adding !== undefined}
          onPick={(files) => void add(files)}
        >
          {say("media.add")}
        </FileButton>
      </div>
      <p role="status" className="text-muted my-2">
        {adding && say("media.adding", { name: adding })}
      </p>
      {refused}
      <Results
        items={reading.files}
        reading={reading}
        lines={4}
        empty={<p>{say(search ? "media.none.sought" : "media.none")}</p>}
      >
        {(files) => (
          <MediaGrid
            files={files}
            {...(many && { isPicked: (file) => picked.some((each) => each.id === file.id) })}
            onPick={toggle}
          />
        )}
      </Results>
      {many && (
        <footer className="sheet-foot">
          <PrimaryButton disabled={picked.length === 0} onClick={() => onPick(picked)}>
            {say("media.take", { count: picked.length })}
          </PrimaryButton>
        </footer>
      )}
    </Sheet>
  );
}
