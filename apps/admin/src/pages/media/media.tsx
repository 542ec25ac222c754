import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { MediaFile, MediaKind } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { FileButton } from "@uola/ui/kit/file-button.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { MediaGrid } from "./media-grid.tsx";
import { MediaSheet } from "./media-sheet.tsx";
import { sizeText } from "./size.ts";
import { useFiles } from "./use-files.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("media.heading"), hidden: true });

const kinds = ["IMAGE", "DOCUMENT", "AUDIO", "VIDEO"] as const satisfies readonly MediaKind[];

export default function Media() {
  return (
    <AdminFrame here="/admin/media/">
      <Library />
    </AdminFrame>
  );
}

function Library() {
  const [text, setText] = useState("");
  const search = text.trim();
  const [kind, setKind] = useState<MediaKind>();
  const [deleted, setDeleted] = useState(false);
  const [opened, open] = useState<MediaFile>();
  const [isOver, setIsOver] = useState(false);
  const feedback = useFeedback();
  const { add, adding, failures } = useUpload(feedback.done);
  const reading = useFiles({ kind, search, deleted });
  const usage = usePlatformQuery(["media", "usage"], ({ media }) => media.usage({})).data;

  return (
    <AdminPage
      title={say("media.heading")}
      className={isOver ? "outline-[3px] outline-dashed outline-offset-8 outline-text" : ""}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void add([...event.dataTransfer.files]);
      }}
      beside={
        <>
          <PageSearch label={say("media.search")} text={text} onSearch={setText} />
          <FileButton
            multiple
            accept={usage?.mimeTypes.join()}
            disabled={adding !== undefined}
            onPick={(files) => void add(files)}
          >
            {say("media.upload")}
          </FileButton>
        </>
      }
    >
      <fieldset className="flex flex-wrap items-center gap-3">
        <legend className="visually-hidden">{say("media.kind")}</legend>
        <SecondaryButton chosen={!kind} aria-pressed={!kind} onClick={() => setKind(undefined)}>
          {say("media.kind.all")}
        </SecondaryButton>
        {kinds.map((each) => (
          <SecondaryButton key={each} chosen={kind === each} aria-pressed={kind === each} onClick={() => setKind(each)}>
            {say(`media.kind.${each}`)}
          </SecondaryButton>
        ))}
        <TextButton onClick={() => setDeleted(!deleted)}>{say(deleted ? "media.bin.back" : "media.bin")}</TextButton>
      </fieldset>
      <p className="text-muted my-4">
        {usage && `${say("media.room", { used: sizeText(usage.usedBytes), quota: sizeText(usage.quotaBytes) })}. `}
        {say("media.drop")}
      </p>
      <p role="status">{adding && say("media.uploading", adding)}</p>
      {adding && <progress aria-label={adding.name} value={adding.done - 1} max={adding.total} />}
      {feedback.shown}
      <Notice urgent>{failures.length > 0 ? failures.join(" ") : undefined}</Notice>
      <h2 className="visually-hidden">{say(deleted ? "media.bin" : "media.heading")}</h2>
      <Results
        items={reading.files}
        reading={reading}
        empty={
          <p className="lead">
            {say(search || kind ? "media.none.sought" : deleted ? "media.bin.none" : "media.none")}
          </p>
        }
      >
        {(files) => <MediaGrid files={files} onPick={open} />}
      </Results>
      {opened && <MediaSheet key={opened.id} file={opened} feedback={feedback} onClose={() => open(undefined)} />}
    </AdminPage>
  );
}

type Adding = { done: number; total: number; name: string };

/** Uploads files one after the other; a rejected file does not stop the others. */
function useUpload(done: (text: string) => void) {
  const write = usePlatformAction("media");
  const [adding, setAdding] = useState<Adding>();
  const [failures, setFailures] = useState<string[]>([]);
  const add = async (files: readonly File[]) => {
    if (files.length === 0 || adding) return;
    const failed: string[] = [];
    for (const [at, file] of files.entries()) {
      setAdding({ done: at + 1, total: files.length, name: file.name });
      try {
        await write(({ media }) => media.upload({ name: file.name }, { file }));
      } catch (error) {
        failed.push(say("media.notUploaded", { name: file.name, why: adminErrorMessage(error) }));
      }
    }
    setAdding(undefined);
    setFailures(failed);
    const count = files.length - failed.length;
    if (count > 0) done(say("media.uploaded", { count }));
  };
  return { add, adding, failures };
}
