import { type Category, categories, signs, type TapeColour, tapeColours, tapeStyle } from "@uola/art";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Business, Tape } from "@uola/contract";
import { keysOf } from "@uola/contract/entries";
import { CategoryBadge } from "@uola/ui/badge.tsx";
import { TextButton } from "@uola/ui/buttons.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { Section } from "@uola/ui/kit/list.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { type CSSProperties, useState } from "react";
import { recoloured } from "./tape.ts";

const colours = keysOf(tapeColours);
const categoryName = (category: Category) => say(`tape.of.${category}`);

/** Previews the new tape colours. The surrounding page keeps its colours until it is reloaded. */
function Tapes({ tape }: { tape: Tape }) {
  return (
    <ul className="m-0 mt-4 flex list-none flex-wrap gap-3 p-0">
      {categories.map((category) => (
        <li key={category} style={inColour(category, tape[category])}>
          <CategoryBadge large category={category}>
            {categoryName(category)}
          </CategoryBadge>
        </li>
      ))}
    </ul>
  );
}

function inColour(category: Category, colour: TapeColour): CSSProperties {
  const { face, lip } = tapeColours[colour];
  const { hue } = signs[category];
  return { [`--color-${hue}`]: face, [`--lip-${hue}`]: lip };
}

/** Edits the tape colour of each activity category. */
export function TapeSection({ business, feedback }: { business: Business; feedback: Feedback }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Section
      title={say("tape.heading")}
      action={
        <TextButton aria-label={say("tape.edit")} onClick={() => setEditing(true)}>
          {say("gym.edit")}
        </TextButton>
      }
    >
      <Tapes tape={business.tape} />
      {isEditing && (
        <TapeForm
          business={business}
          onClose={() => setEditing(false)}
          onDone={(tape) => {
            setEditing(false);
            // Applies the colours to this document; other open documents get them when they are
            // next loaded.
            document.documentElement.setAttribute("style", tapeStyle(tape));
            feedback.done(say("tape.saved"));
          }}
        />
      )}
    </Section>
  );
}

const keptOf = ({ tape, revision }: Business) => ({ draft: { tape }, revision: revision ?? undefined });

type TapeFormProps = { business: Business; onClose: () => void; onDone: (tape: Tape) => void };

function TapeForm({ business, onClose, onDone }: TapeFormProps) {
  const write = usePlatformAction("business");
  const form = useEntityForm<{ tape: Tape }>({
    label: () => say("tape.heading"),
    show: (_, value) => categories.map((each) => colourName((value as Tape)[each])).join(", "),
    kept: keptOf(business),
    reread: async () => keptOf((await write((client) => client.business.get({}))).business),
    save: ({ draft: { tape }, before }) =>
      write((client) => client.business.update({ business: { tape, revision: before.revision ?? "" } })),
    onSaved: ({ draft: { tape } }) => onDone(tape),
  });
  const { tape } = form.draft;
  return (
    <FormSheet title={say("tape.heading")} form={form} onClose={onClose}>
      <p className="hint mb-4">{say("tape.lead")}</p>
      <Tapes tape={tape} />
      {categories.map((category) => (
        <Colours
          key={category}
          category={category}
          value={tape[category]}
          onChange={(colour) => form.set({ tape: recoloured(tape, category, colour) })}
        />
      ))}
    </FormSheet>
  );
}

const colourName = (colour: TapeColour) => say(`tape.colour.${colour}`);

type ColoursProps = { category: Category; value: TapeColour; onChange: (colour: TapeColour) => void };

/** Lists every colour with its name on it, as it looks on the tape. */
const Colours = ({ category, value, onChange }: ColoursProps) => (
  <fieldset className="mx-0 mt-7 border-0 p-0">
    <legend className="mb-2 p-0 font-bold">{categoryName(category)}</legend>
    <div className="flex flex-wrap gap-2">
      {colours.map((colour) => (
        <label
          key={colour}
          className="inline-flex min-h-11 cursor-pointer items-center bg-(--face) px-3 font-bold text-ink outline-offset-2 relative has-checked:outline-3 has-checked:outline-text has-focus-visible:outline-4 has-focus-visible:outline-text has-focus-visible:outline-dashed"
          style={{ "--face": tapeColours[colour].face }}
        >
          <input
            type="radio"
            className="absolute size-px opacity-0"
            name={`tape-${category}`}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          {colour === value && (
            <span aria-hidden="true" className="mr-1">
              ✓
            </span>
          )}
          {colourName(colour)}
        </label>
      ))}
    </div>
  </fieldset>
);
