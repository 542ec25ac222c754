import { type Reading, Results } from "@uola/ui/kit/results.tsx";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import type { Good } from "./keys.ts";

/** Shortcuts have a single digit, so that a sale needs no Enter. */
const keysMost = 9;

type SaleKeysProps = {
  /** Undefined until the goods have been read. */
  goods: readonly Good[] | undefined;
  reading: Reading;
  onAdd: (good: Good) => void;
};

/** The goods for sale; the first nine have a keyboard shortcut. */
export const SaleKeys = ({ goods, reading, onAdd }: SaleKeysProps) => (
  <section className="mt-9">
    <h2 className="title border-text border-b-[3px] pb-[6px]">{say("desk.sell")}</h2>
    <Results reading={reading} items={goods} empty={say("desk.sell.none")}>
      {(all) => (
        <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-3">
          {all.map((good, index) => (
            <li key={good.id}>
              <button
                type="button"
                className="flex h-full min-h-[72px] w-full items-center justify-between gap-3 rounded-[8px] border-2 border-text bg-field px-4 py-2 text-left hover:bg-raised"
                onClick={() => onAdd(good)}
              >
                <span className="wrap-anywhere">
                  <b className="block">{good.name}</b>
                  {money(good.cents)}
                </span>
                {index < keysMost && <kbd>+{index + 1}</kbd>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Results>
  </section>
);
