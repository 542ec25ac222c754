import type { CollectionField } from "@uola/contract";
import { say } from "@uola/words/admin";
import type { Data } from "./collection.ts";
import { fieldName } from "./collection.ts";
import { changedKeys, diffOf } from "./diff.ts";
import { useValueText } from "./use-value-text.ts";

type DifferenceProps = { fields: readonly CollectionField[]; before: Data; after: Data };

/** The changes between two versions, field by field and word by word. */
export function Difference({ fields, before, after }: DifferenceProps) {
  const keys = changedKeys(
    fields.map(({ key }) => key),
    before,
    after,
  );
  if (keys.length === 0) return <p className="text-muted">{say("content.version.same")}</p>;
  return (
    <dl className="difference">
      {keys.map((key) => {
        const field = fields.find((each) => each.key === key);
        if (!field) return null;
        return (
          <div key={key}>
            <dt>{fieldName(field)}</dt>
            <dd>
              <Words field={field} before={before[key]} after={after[key]} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Marks removed and added words with lines and labels, not by colour alone. */
function Words({ field, ...values }: { field: CollectionField; before: unknown; after: unknown }) {
  const [before = "", after = ""] = useValueText(field, [values.before, values.after]);
  if (before === after) return <span className="text-muted">{say("content.version.look")}</span>;
  return diffOf(before, after).map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === "gone") return <del key={key}>{text}</del>;
    return kind === "new" ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
  });
}
