import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Service } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { BulkBar } from "@uola/ui/kit/page.tsx";
import { say } from "@uola/words/admin";
import { useEffect, useState } from "react";

type BulkProps = {
  picked: readonly Service[];
  categories: readonly { id: string; name: string }[];
  onDone: (text: string) => void;
  onClear: () => void;
  onDelete: () => void;
};

const lookAgainMs = 700;

/** Bulk actions on the selected services, run as a job with progress. */
export function Bulk({ picked, categories, onDone, onClear, onDelete }: BulkProps) {
  const write = usePlatformAction("services", "categories");
  const [jobId, setJobId] = useState<string>();
  const { make, fail, refused } = useFeedback();
  const { data: job } = usePlatformQuery(
    ["job", jobId],
    async ({ jobs }) => (await jobs.get({ jobId: jobId ?? "" })).job,
    {
      everyMs: lookAgainMs,
      enabled: jobId !== undefined,
    },
  );
  const isOver = job !== undefined && job.id === jobId && (job.status === "DONE" || job.status === "FAILED");

  useEffect(() => {
    if (!isOver || !job) return;
    setJobId(undefined);
    // Refreshes the data that the job changed.
    void write(async () => undefined);
    if (job.failed === 0 && job.status === "DONE") {
      onDone(say("services.bulk.done", { count: job.done }));
      onClear();
    } else fail(say("services.bulk.failed", { done: job.done, failed: job.failed }));
  }, [isOver, job, write, fail, onDone, onClear]);

  const start = (service: { hidden: boolean } | { category: { id: string } }) => {
    const filter = { id: { $in: picked.map(({ id }) => id) } };
    return make(async () =>
      setJobId((await write(({ services }) => services.bulkUpdateByFilter({ filter, service }))).jobId),
    );
  };
  const allHidden = picked.length > 0 && picked.every(({ hidden }) => hidden);
  return (
    <>
      {refused}
      <div role="status">
        {jobId && (
          <p className="my-2">
            {say("services.bulk.working", { done: job?.done ?? 0, total: job?.total ?? picked.length })}
          </p>
        )}
      </div>
      {picked.length > 0 && (
        <BulkBar label={say("services.bulk")}>
          <b>{say("services.bulk.picked", { count: picked.length })}</b>
          <TextButton disabled={jobId !== undefined} onClick={() => void start({ hidden: !allHidden })}>
            {say(allHidden ? "services.show" : "services.hide")}
          </TextButton>
          <FilterSelect
            label={say("services.bulk.category")}
            value=""
            disabled={jobId !== undefined}
            onChange={({ target }) => target.value && void start({ category: { id: target.value } })}
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextButton disabled={jobId !== undefined} onClick={onDelete}>
            {say("services.delete")}
          </TextButton>
          <TextButton onClick={onClear}>{say("services.bulk.clear")}</TextButton>
        </BulkBar>
      )}
    </>
  );
}
