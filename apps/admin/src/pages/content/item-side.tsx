import { useIsOwner } from "@uola/browser/session/session.tsx";
import type { DataCollection } from "@uola/contract";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { momentAt, parseClockTime } from "@uola/ui/kit/date-time.ts";
import { DateTime } from "@uola/ui/kit/date-time-field.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { say } from "@uola/words/admin";
import { localDate, time } from "@uola/words/formats";
import { type FormEvent, useState } from "react";
import { isExternal, mayOf } from "./collection.ts";
import { StateChip } from "./state-chip.tsx";
import type { Editor } from "./use-editor.ts";
import { momentOf } from "./value.ts";
import { whenOf } from "./when.ts";

type ItemSideProps = {
  collection: DataCollection;
  editor: Editor;
  onPreview: () => void;
  onVersions: () => void;
};

/** The status of an item and all actions on it as a whole. */
export function ItemSide({ collection, editor, onPreview, onVersions }: ItemSideProps) {
  const { base, busy, isChanged } = editor;
  const { item, draft } = base;
  const [plans, setPlans] = useState(false);
  const external = isExternal(collection);
  const isOwner = useIsOwner();
  const isThere = item !== undefined || draft !== undefined;
  const updated = item && momentOf(item.data._updatedDate);
  return (
    <aside className="item-side" aria-label={say("content.state")}>
      <p>
        {!external && <StateChip of={{ item, draft }} />}
        {isChanged && (
          <span className="text-muted" role="status">
            {" "}
            {say("content.unsaved")}
          </span>
        )}
      </p>
      {draft?.failure && <p className="error">{say("content.planned.failed")}</p>}
      {draft && (
        <p className="text-muted">
          {say("content.draft.by", {
            name: draft.updatedBy.name ?? say("history.somebody"),
            when: whenOf(draft.updatedDate),
          })}
        </p>
      )}
      {updated && <p className="text-muted">{say("content.published.at", { when: whenOf(updated) })}</p>}
      <Publish collection={collection} editor={editor} wide />
      {!external && (
        <div className="side-acts">
          <TextButton disabled={busy || !isChanged} onClick={() => void editor.saveDraft()}>
            {say("content.saveDraft")}
          </TextButton>
          <TextButton aria-expanded={plans} disabled={busy} onClick={() => setPlans(!plans)}>
            {say("content.plan")}
          </TextButton>
          {plans && (
            <Plan
              planned={draft?.publishDate ?? undefined}
              onPlan={async (date) => {
                if (await editor.saveDraft(date)) setPlans(false);
              }}
            />
          )}
          <TextButton disabled={busy} onClick={onPreview}>
            {say("content.preview")}
          </TextButton>
          {isThere && (
            <TextButton disabled={busy} onClick={onVersions}>
              {say("history")}
            </TextButton>
          )}
          {draft && (
            <TextButton disabled={busy} onClick={() => void editor.discardDraft()}>
              {say("content.discard")}
            </TextButton>
          )}
        </div>
      )}
      {isThere && mayOf(collection, "remove", isOwner) && (
        <TextButton className="justify-self-start" disabled={busy} onClick={() => void editor.remove()}>
          {say("content.remove.one")}
        </TextButton>
      )}
    </aside>
  );
}

type WholeProps = Pick<ItemSideProps, "collection" | "editor">;

function Publish({ collection, editor, ...size }: WholeProps & { wide?: boolean; small?: boolean }) {
  const { base, busy, isChanged } = editor;
  const canPublish = isChanged || base.draft !== undefined || base.item?.status !== "PUBLISHED";
  return (
    <PrimaryButton {...size} disabled={busy || !canPublish} onClick={() => void editor.publish()}>
      {say(busy ? "form.saving" : isExternal(collection) ? "form.save" : "content.publish")}
    </PrimaryButton>
  );
}

/**
 * The publish button in a sticky bar, so that it can be reached with the thumb while the fields are
 * longer than the screen.
 */
export function PublishBar({ collection, editor }: WholeProps) {
  const { base, isChanged } = editor;
  return (
    <StickyBar action={<Publish collection={collection} editor={editor} small />}>
      <p>{isChanged ? say("content.unsaved") : <StateChip of={base} />}</p>
    </StickyBar>
  );
}

type PlanProps = { planned: Date | undefined; onPlan: (date: Date | null) => Promise<void> };

/** Schedules publication of the item. */
export function Plan({ planned, onPlan }: PlanProps) {
  const [day, setDay] = useState(planned ? localDate(planned) : "");
  const [clock, setClock] = useState(planned ? parseClockTime(time(planned)) : "09:00");
  const [wrong, setWrong] = useState(false);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const date = momentAt(day, clock);
    const isAhead = date !== undefined && date > new Date();
    setWrong(!isAhead);
    if (isAhead) void onPlan(date);
  };
  return (
    <form className="plan" noValidate onSubmit={keep}>
      <DateTime
        labels={{ day: say("content.plan.day"), time: say("content.plan.time") }}
        day={day}
        time={clock}
        min={localDate(new Date())}
        invalid={wrong}
        onChange={(day, clock) => {
          setDay(day);
          setClock(clock);
        }}
      />
      <p role="alert">{wrong && <span className="error">{say("content.plan.wrong")}</span>}</p>
      <TextButton type="submit">{say("content.plan.set")}</TextButton>
      {planned && <TextButton onClick={() => void onPlan(null)}>{say("content.plan.cancel")}</TextButton>}
    </form>
  );
}
