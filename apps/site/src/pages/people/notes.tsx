import type { PersonNote } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dateLong, time } from "@uola/words/formats";
import { useState } from "react";
import type { Feedback } from "../../admin/kit/feedback.tsx";
import { Results } from "../../admin/kit/results.tsx";
import { useSession } from "../../session.tsx";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { TextArea } from "../../ui/field.tsx";
import { usePlatformAction } from "../../use-platform.ts";
import { useNotes } from "./use-person.ts";

const textMax = 4000;

/** What the team wrote down about a person: added below, changed and deleted where it stands, with a way back. */
export function Notes({ personId, feedback }: { personId: string; feedback: Feedback }) {
  const reading = useNotes(personId);
  const write = usePlatformAction("people");
  const [text, setText] = useState("");
  const [changing, setChanging] = useState<string>();

  const add = async () => {
    if (text.trim() === "") return document.getElementById("note-new")?.focus();
    const done = await feedback.make(
      () => write(({ people }) => people.addNote({ personId, text })),
      say("notes.done.added"),
    );
    if (done) setText("");
  };
  const remove = ({ id: noteId, revision, text: was }: PersonNote) =>
    void feedback.make(
      () => write(({ people }) => people.deleteNote({ noteId, revision })),
      say("notes.done.deleted"),
      () => write(({ people }) => people.addNote({ personId, text: was })),
    );
  return (
    <section>
      <h2 className="day-heading">{say("notes.heading")}</h2>
      <p className="text-muted py-2">{say("notes.lead")}</p>
      <Results
        items={reading.notes}
        reading={reading}
        failed={say("notes.failed")}
        lines={2}
        empty={<p className="py-2">{say("notes.none")}</p>}
      >
        {(notes) => (
          <ul className="notes">
            {notes.map((note) => (
              <li key={note.id}>
                {changing === note.id ? (
                  <Change note={note} feedback={feedback} onDone={() => setChanging(undefined)} />
                ) : (
                  <Note note={note} onChange={() => setChanging(note.id)} onDelete={() => remove(note)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Results>
      <form
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextArea
          id="note-new"
          label={say("notes.new")}
          rows={2}
          maxLength={textMax}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <PrimaryButton small type="submit">
            {say("notes.add")}
          </PrimaryButton>
        </div>
      </form>
    </section>
  );
}

const whenOf = ({ createdDate }: PersonNote) => `${dateLong(createdDate)}, ${time(createdDate)}`;

function Note({ note, onChange, onDelete }: { note: PersonNote; onChange: () => void; onDelete: () => void }) {
  const { person } = useSession();
  const name = note.author.name ?? say("history.somebody");
  const isMine = person?.role === "owner" || person?.id === note.author.id;
  return (
    <>
      <p className="text">{note.text}</p>
      <p className="text-muted">
        {say("notes.by", { name, when: whenOf(note) })}
        {note.revision !== "1" && ` · ${say("notes.changed")}`}
      </p>
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
  const [text, setText] = useState(note.text);
  const { id: noteId, revision } = note;
  const save = async () => {
    if (text.trim() === "") return;
    if (text.trim() === note.text) return onDone();
    const done = await feedback.make(
      () => write(({ people }) => people.changeNote({ noteId, revision, text })),
      say("notes.done.changed"),
    );
    if (done) onDone();
  };
  return (
    <form
      className="grid gap-3 col-span-full"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        autoFocus
        id={`note-${noteId}`}
        label={say("notes.text")}
        maxLength={textMax}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap items-center gap-6">
        <PrimaryButton small type="submit">
          {say("form.save")}
        </PrimaryButton>
        <TextButton onClick={onDone}>{say("form.cancel")}</TextButton>
      </div>
    </form>
  );
}
