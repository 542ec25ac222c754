import type { MediaFile, MediaKind } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useId, useState } from "react";
import { sentenceOf } from "../../admin/kit/sentences.ts";
import { Sheet } from "../../admin/kit/sheet.tsx";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { usePlatformAction } from "../../use-platform.ts";
import { MediaGrid } from "./media-grid.tsx";
import { useFiles } from "./use-files.ts";

type MediaPickerProps = {
  kind: MediaKind;
  /** Several at once, in the order they are ticked. */
  many?: boolean;
  onPick: (files: MediaFile[]) => void;
  onClose: () => void;
};

const accepted: Record<MediaKind, string> = { IMAGE: "image/*", DOCUMENT: "", AUDIO: "audio/*", VIDEO: "video/*" };

/** The library, to choose from and to add to. */
export function MediaPicker({ kind, many = false, onPick, onClose }: MediaPickerProps) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const [picked, setPicked] = useState<MediaFile[]>([]);
  const [adding, setAdding] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const write = usePlatformAction("media");
  const id = useId();
  const { files, isError, refetch, hasNextPage, fetchNextPage } = useFiles({ kind, search });

  const add = async (files: readonly File[]) => {
    setFailure(undefined);
    const added: MediaFile[] = [];
    try {
      for (const file of files) {
        setAdding(file.name);
        added.push((await write(({ media }) => media.upload({ name: file.name }, { file }))).file);
      }
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setAdding(undefined);
    }
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
      <div className="media-bar">
        <div className="field grow">
          <label htmlFor={`${id}-search`} className="visually-hidden">
            {say("media.search")}
          </label>
          <input
            id={`${id}-search`}
            type="search"
            className="input"
            placeholder={say("media.search")}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <label className="pill media-add">
          <input
            className="visually-hidden"
            type="file"
            multiple={many}
            accept={accepted[kind]}
            disabled={adding !== undefined}
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
              target.value = "";
            }}
          />
          {say("media.add")}
        </label>
      </div>
      <p role="status" className="muted my-2">
        {adding && say("media.adding", { name: adding })}
      </p>
      <Notice urgent>{failure ?? (isError && !files ? say("list.failed") : undefined)}</Notice>
      {isError && !files && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      {!files && !isError && <Skeleton lines={4} label={say("loading")} />}
      {files?.length === 0 && <p>{say(search ? "media.none.sought" : "media.none")}</p>}
      <MediaGrid
        files={files}
        {...(many && { isPicked: (file) => picked.some((each) => each.id === file.id) })}
        onPick={toggle}
      />
      {hasNextPage && <TextButton onClick={() => void fetchNextPage()}>{say("media.more")}</TextButton>}
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
