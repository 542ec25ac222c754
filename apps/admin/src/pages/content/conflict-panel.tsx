import type { CollectionField } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import { type Data, fieldName } from "./collection.ts";
import { flattenTranslations, parseTranslationKey } from "./translations.ts";
import type { Conflict } from "./use-editor.ts";
import { useValueText } from "./use-value-text.ts";

type ConflictPanelProps = {
  fields: readonly CollectionField[];
  mine: Data;
  conflict: Conflict;
  onTake: (key: string) => void;
  onKeep: (key: string) => void;
};

/** Shows an edit conflict: both versions side by side, to choose from. */
export function ConflictPanel({ fields, mine: data, conflict: { theirs, keys }, onTake, onKeep }: ConflictPanelProps) {
  const [mine] = flattenTranslations(data);
  return (
    <section className="conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title" className="title">
        {say("content.conflict")}
      </h2>
      <p>{say("content.conflict.lead")}</p>
      {keys.map((key) => {
        const place = parseTranslationKey(key);
        const field = fields.find((each) => each.key === place.key);
        if (!field) return null;
        const name = [fieldName(field), place.locale && say(`content.language.${place.locale}`)]
          .filter(Boolean)
          .join(", ");
        return (
          <div key={key} className="both">
            <h3>{name}</h3>
            <div>
              <p className="text-muted">{say("content.conflict.mine")}</p>
              <p className="version-text">
                <Value field={field} value={mine[key]} />
              </p>
              <TextButton onClick={() => onKeep(key)}>
                {say("content.conflict.keep")}
                <span className="visually-hidden">: {name}</span>
              </TextButton>
            </div>
            <div>
              <p className="text-muted">{say("content.conflict.theirs")}</p>
              <p className="version-text">
                <Value field={field} value={theirs[key]} />
              </p>
              <TextButton onClick={() => onTake(key)}>
                {say("content.conflict.take")}
                <span className="visually-hidden">: {name}</span>
              </TextButton>
            </div>
          </div>
        );
      })}
    </section>
  );
}

function Value({ field, value }: { field: CollectionField; value: unknown }) {
  const [text] = useValueText(field, [value]);
  return text || "–";
}
