import { useAuth } from "@uola/browser/session/session.tsx";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { PersonNote } from "@uola/contract";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { TextArea } from "@uola/ui/field.tsx";
import { ActionMenu } from "@uola/ui/kit/action-menu.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { Form } from "@uola/ui/kit/form.tsx";
import { List, Section } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { dateLong, time } from "@uola/words/formats";
import { useState } from "react";
import { useNotes } from "./use-person.ts";

const textMax = 4000;

/**
 * The team's notes about a person. Notes are added below the list, and edited and deleted in place,
 * with undo.
 */
export function Notes({ personId, feedback }: { personId: string; feedback: Feedback }) {
  const reading = useNotes(personId);
  const write = usePlatformAction("people");
  const [changing, setChanging] = useState<string>();

  const add = (text: string) =>
    feedback.make(() => write(({ people }) => people.addNote({ personId, text })), say("notes.done.added"));
  const remove = ({ id: noteId, revision, text: was }: PersonNote) =>
    void feedback.make(
      () => write(({ people }) => people.deleteNote({ noteId, revision })),
      say("notes.done.deleted"),
      () => write(({ people }) => people.addNote({ personId, text: was })),
    );
  return (
    <Section title={say("notes.heading")}>
      <p className="text-muted py-2">{say("notes.lead")}</p>
      <List items={reading.notes} reading={reading} failed={say("notes.failed")} lines={2} empty={say("notes.none")}>
        {(note) =>
          changing === note.id ? (
            <Change note={note} feedback={feedback} onDone={() => setChanging(undefined)} />
          ) : (
            <Note note={note} onChange={() => setChanging(note.id)} onDelete={() => remove(note)} />
          )
        }
      </List>
      <NoteForm id="note-new" label={say("notes.new")} sure={say("notes.add")} onSure={add} />
    </Section>
  );
}

const whenOf = ({ createdDate }: PersonNote) => `${dateLong(createdDate)}, ${time(createdDate)}`;

function Note({ note, onChange, onDelete }: { note: PersonNote; onChange: () => void; onDelete: () => void }) {
  const { user: person } = useAuth();
  const name = note.author.name ?? say("history.somebody");
  const isMine = person?.role === "owner" || person?.id === note.author.id;
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
        <p className="text-[14px] text-muted">
          {say("notes.by", { name, when: whenOf(note) })}
          {note.revision !== "1" && ` · ${say("notes.changed")}`}
        </p>
      </div>
      {isMine && (
        <ActionMenu
          label={say("notes.actions", { name, when: whenOf(note) })}
          items={[
            { label: say("notes.edit"), onClick: onChange },
            { label: say("notes.delete"), apart: true, onClick: onDelete },
          ]}
        />
      )}
    </>
  );
}

function Change({ note, feedback, onDone }: { note: PersonNote; feedback: Feedback; onDone: () => void }) {
  const write = usePlatformAction("people");
  const { id: noteId, revision } = note;
  const save = async (text: string) => {
    const isDone =
      text === note.text ||
      (await feedback.make(
        () => write(({ people }) => people.changeNote({ noteId, revision, text })),
        say("notes.done.changed"),
      ));
    if (isDone) onDone();
    return isDone;
  };
  return (
    <NoteForm
      id={`note-${noteId}`}
      label={say("notes.text")}
      sure={say("form.save")}
      first={note.text}
      onSure={save}
      onClose={onDone}
    />
  );
}

type NoteFormProps = {
  id: string;
  label: string;
  sure: string;
  /** The text of the note being edited. If set, the field has the focus initially. */
  first?: string;
  /** Resolves to whether the note was saved. */
  onSure: (text: string) => Promise<boolean>;
  onClose?: () => void;
};

/** The form for a note; cleared after it is saved. */
function NoteForm({ id, label, sure, first, onSure, onClose }: NoteFormProps) {
  const [text, setText] = useState(first ?? "");
  const keep = async () => {
    if (text.trim() === "") return document.getElementById(id)?.focus();
    if ((await onSure(text.trim())) && first === undefined) setText("");
  };
  return (
    <div className="mt-4 flex-1">
      <Form form={() => void keep()}>
        <TextArea
          autoFocus={first !== undefined}
          id={id}
          label={label}
          rows={2}
          maxLength={textMax}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="flex flex-wrap items-center gap-6">
          <PrimaryButton small type="submit">
            {sure}
          </PrimaryButton>
          {onClose && <TextButton onClick={onClose}>{say("form.cancel")}</TextButton>}
        </div>
      </Form>
    </div>
  );
}
