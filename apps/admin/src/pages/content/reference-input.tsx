import { RoundButton } from "@uola/ui/buttons.tsx";
import { Ordered } from "@uola/ui/kit/ordered.tsx";
import { say } from "@uola/words/admin";
import { addressOf } from "./collection.ts";
import { ReferenceSearch } from "./reference-search.tsx";
import { useNames } from "./use-content.ts";
import { idsOf } from "./value.ts";

type ReferenceInputProps = {
  id: string;
  label: string;
  /** Whether several items can be chosen, in a fixed order. */
  many: boolean;
  collectionId: string;
  value: unknown;
  described: string | undefined;
  invalid: boolean;
  onChange: (value: string | string[] | null) => void;
};

/** Input that references items of another collection, searched by name. */
export function ReferenceInput({ many, collectionId, value, onChange, ...search }: ReferenceInputProps) {
  const ids = idsOf(value);
  const names = useNames(collectionId, ids);
  const nameOf = (id: string) => names.get(id) ?? id;
  const set = (next: string[]) => onChange(many ? next : (next.at(-1) ?? null));
  const line = (id: string) => (
    <>
      <a className="quick grow" href={addressOf.item(collectionId, id)} target="_blank" rel="noreferrer">
        {nameOf(id)}
        <span className="visually-hidden"> {say("content.reference.open")}</span>
      </a>
      <RoundButton
        bare
        icon="close"
        label={say("content.reference.remove", { name: nameOf(id) })}
        onClick={() => set(ids.filter((other) => other !== id))}
      />
    </>
  );
  return (
    <>
      {many ? (
        <Ordered items={ids} idOf={(id) => id} nameOf={nameOf} onMove={set}>
          {line}
        </Ordered>
      ) : (
        ids.map((id) => (
          <div key={id} className="chosen-reference">
            {line(id)}
          </div>
        ))
      )}
      {(many || ids.length === 0) && (
        <ReferenceSearch {...search} collectionId={collectionId} without={ids} onPick={(id) => set([...ids, id])} />
      )}
    </>
  );
}
