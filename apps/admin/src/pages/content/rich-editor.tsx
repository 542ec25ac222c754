import { linkOf } from "@uola/browser/gym/rich-text.ts";
import { imageUrl } from "@uola/contract/media-reference";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/admin";
import { baseKeymap } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { type Command, EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { MediaPicker } from "../media/media-picker.tsx";
import { changeFigure, commands, figureAt, insertFigure, keys, linkAt, setLink, type Tool } from "./rich-commands.ts";
import { docOf, htmlOf } from "./rich-schema.ts";
import { RichToolbar } from "./rich-toolbar.tsx";

type RichEditorProps = {
  id: string;
  label: string;
  value: string;
  invalid: boolean;
  described: string | undefined;
  onChange: (html: string | null) => void;
};

/** WYSIWYG rich text editor. Its output is HTML limited to the few tags that the site renders. */
export default function RichEditor({ id, label, value, invalid, described, onChange }: RichEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const written = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  const [state, setState] = useState<EditorState>();
  const [asks, setAsks] = useState<"link" | "image">();

  useEffect(() => {
    if (!holder.current) return;
    const editor = new EditorView(holder.current, {
      state: begin(written.current),
      attributes: { id, role: "textbox", "aria-multiline": "true", "aria-label": label, class: "rich-text" },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        if (!transaction.docChanged) return;
        written.current = htmlOf(next.doc);
        tell.current(written.current || null);
      },
    });
    view.current = editor;
    setState(editor.state);
    return () => editor.destroy();
  }, [id, label]);

  // The value was replaced from outside the editor, by restoring a version or discarding a draft.
  useEffect(() => {
    if (value === written.current || !view.current) return;
    written.current = value;
    view.current.updateState(begin(value));
    setState(view.current.state);
  }, [value]);

  useEffect(() => {
    const element = view.current?.dom;
    element?.setAttribute("aria-invalid", String(invalid));
    if (described) element?.setAttribute("aria-describedby", described);
    else element?.removeAttribute("aria-describedby");
  }, [invalid, described]);

  const run = (command: Command) => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch, editor);
    editor.focus();
  };
  const use = (tool: Tool) => (tool === "link" || tool === "image" ? setAsks(tool) : run(commands[tool]));
  const figure = state && figureAt(state);

  return (
    <div className={`rich-editor ${invalid ? "invalid" : ""}`}>
      {state && <RichToolbar label={label} controls={id} state={state} onUse={use} />}
      {asks === "link" && state && (
        <LinkForm
          id={`${id}-link`}
          href={linkAt(state) ?? ""}
          onSet={(href) => {
            setAsks(undefined);
            run(setLink(href));
          }}
          onClose={() => {
            setAsks(undefined);
            view.current?.focus();
          }}
        />
      )}
      {figure && (
        <div className="rich-ask form-pair">
          <Field
            id={`${id}-alt`}
            label={say("content.media.alt")}
            maxLength={1000}
            value={figure.node.attrs.alt}
            onChange={({ target }) => change(view.current, { alt: target.value })}
          />
          <Field
            id={`${id}-caption`}
            label={say("content.rich.caption")}
            maxLength={500}
            value={figure.node.attrs.caption}
            onChange={({ target }) => change(view.current, { caption: target.value })}
          />
        </div>
      )}
      <div ref={holder} />
      {asks === "image" && (
        <MediaPicker
          kind="IMAGE"
          onClose={() => setAsks(undefined)}
          onPick={([file]) => {
            setAsks(undefined);
            const src = file && imageUrl(file.reference);
            if (!file || !src) return;
            const { alt, width, height } = file;
            run(insertFigure({ src, alt, caption: "", width: `${width ?? ""}`, height: `${height ?? ""}` }));
          }}
        />
      )}
    </div>
  );
}

const begin = (html: string) =>
  EditorState.create({ doc: docOf(html), plugins: [history(), keymap(keys), keymap(baseKeymap)] });

const change = (editor: EditorView | undefined, part: { alt: string } | { caption: string }) =>
  editor && changeFigure(part)(editor.state, editor.dispatch);

type LinkFormProps = {
  id: string;
  href: string;
  onSet: (href: string | undefined) => void;
  onClose: () => void;
};

function LinkForm({ id, href, onSet, onClose }: LinkFormProps) {
  const [typed, setTyped] = useState(href);
  const [wrong, setWrong] = useState(false);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const link = linkOf(typed);
    if (link || !typed.trim()) onSet(link);
    else setWrong(true);
  };
  return (
    <form
      className="rich-ask"
      noValidate
      onSubmit={keep}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <Field
        id={id}
        label={say("content.rich.link.address")}
        placeholder="uola.lt/kainos"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        {...(wrong && { error: say("content.problem.url") })}
      />
      <div className="flex flex-wrap justify-end gap-x-[18px]">
        <TextButton type="submit">{say("content.rich.link.set")}</TextButton>
        {href && <TextButton onClick={() => onSet(undefined)}>{say("content.rich.link.remove")}</TextButton>}
        <TextButton onClick={onClose}>{say("sheet.close")}</TextButton>
      </div>
    </form>
  );
}
