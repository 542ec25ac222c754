import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { Node, NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, NodeSelection } from "prosemirror-state";
import { richSchema } from "./rich-schema.ts";

const { nodes, marks } = richSchema;

/** The tools of the toolbar, in display order. */
export const tools = [
  "h2",
  "h3",
  "strong",
  "em",
  "bullets",
  "numbers",
  "quote",
  "link",
  "image",
  "undo",
  "redo",
] as const;
export type Tool = (typeof tools)[number];

const around = (state: EditorState, type: NodeType): boolean => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true;
  return false;
};
const isHeading = (state: EditorState, level: number): boolean =>
  state.selection.$from.parent.type === nodes.heading && state.selection.$from.parent.attrs.level === level;

export function linkAt(state: EditorState): string | undefined {
  const { $from, from, to, empty } = state.selection;
  let href: string | undefined;
  if (empty) href = marks.link.isInSet($from.marks())?.attrs.href;
  else {
    state.doc.nodesBetween(from, to, (node) => {
      href ??= marks.link.isInSet(node.marks)?.attrs.href;
    });
  }
  return href;
}

/** Whether a tool is active at the cursor position; undefined for tools that only perform an action. */
export function isOn(state: EditorState, tool: Tool): boolean | undefined {
  const { from, to, empty, $from } = state.selection;
  if (tool === "h2" || tool === "h3") return isHeading(state, Number(tool[1]));
  if (tool === "strong" || tool === "em") {
    const mark = marks[tool];
    return empty ? !!mark.isInSet(state.storedMarks ?? $from.marks()) : state.doc.rangeHasMark(from, to, mark);
  }
  if (tool === "link") return linkAt(state) !== undefined;
  if (tool === "bullets") return around(state, nodes.bullet_list);
  if (tool === "numbers") return around(state, nodes.ordered_list);
  if (tool === "quote") return around(state, nodes.blockquote);
  return undefined;
}

/**
 * Toggles a list: wraps the selection in this list, converts a list of the other kind, or removes
 * the list.
 */
const list =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      const node = $from.node(depth);
      if (node.type !== nodes.bullet_list && node.type !== nodes.ordered_list) continue;
      if (node.type === type) return liftListItem(nodes.list_item)(state, dispatch);
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type));
      return true;
    }
    return wrapInList(type)(state, dispatch);
  };

const heading =
  (level: number): Command =>
  (state, dispatch) =>
    isHeading(state, level)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch);

const quote: Command = (state, dispatch) =>
  around(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

/** Commands for the tools that act immediately; links and images open a dialog first. */
export const commands: Record<Exclude<Tool, "link" | "image">, Command> = {
  h2: heading(2),
  h3: heading(3),
  strong: toggleMark(marks.strong),
  em: toggleMark(marks.em),
  bullets: list(nodes.bullet_list),
  numbers: list(nodes.ordered_list),
  quote,
  undo,
  redo,
};

const lineBreak = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

export const keys: Record<string, Command> = {
  "Mod-b": commands.strong,
  "Mod-i": commands.em,
  "Mod-z": undo,
  "Shift-Mod-z": redo,
  "Mod-y": redo,
  "Mod-Alt-2": commands.h2,
  "Mod-Alt-3": commands.h3,
  "Shift-Mod-8": commands.bullets,
  "Shift-Mod-7": commands.numbers,
  Enter: splitListItem(nodes.list_item),
  "Shift-Enter": lineBreak,
  "Mod-]": sinkListItem(nodes.list_item),
  "Mod-[": liftListItem(nodes.list_item),
};

/** Turns the selection into a link, changes the link at the cursor, or inserts the URL as text. */
export const setLink =
  (href: string | undefined): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const range = linkAt(state) !== undefined && empty ? linkAround(state) : { from, to };
    const tr = state.tr;
    if (href && range.from === range.to)
      tr.replaceSelectionWith(richSchema.text(href, [marks.link.create({ href })]), false);
    else {
      tr.removeMark(range.from, range.to, marks.link);
      if (href) tr.addMark(range.from, range.to, marks.link.create({ href }));
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };

function linkAround({ selection: { $from } }: EditorState): { from: number; to: number } {
  const href = marks.link.isInSet($from.marks())?.attrs.href;
  const start = $from.start();
  let range = { from: $from.pos, to: $from.pos };
  let open: number | undefined;
  $from.parent.forEach((node, offset) => {
    const isSame = marks.link.isInSet(node.marks)?.attrs.href === href;
    if (!isSame) open = undefined;
    else {
      open ??= start + offset;
      if (open <= $from.pos && start + offset + node.nodeSize >= $from.pos) {
        range = { from: open, to: start + offset + node.nodeSize };
      }
    }
  });
  return range;
}

export type Figure = { src: string; alt: string; caption: string; width: string; height: string };

export const insertFigure =
  (figure: Figure): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.figure.create(figure)).scrollIntoView());
    return true;
  };

/** Returns the selected image, so that its alternative text can be edited. */
export function figureAt(state: EditorState): { node: Node; at: number } | undefined {
  const { selection } = state;
  return selection instanceof NodeSelection && selection.node.type === nodes.figure
    ? { node: selection.node, at: selection.from }
    : undefined;
}

export const changeFigure =
  (part: Partial<Figure>): Command =>
  (state, dispatch) => {
    const found = figureAt(state);
    if (!found) return false;
    const tr = state.tr.setNodeMarkup(found.at, undefined, { ...found.node.attrs, ...part });
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, found.at)));
    return true;
  };
