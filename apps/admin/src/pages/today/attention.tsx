import { TextButton } from "@uola/ui/buttons.tsx";
import { Count } from "@uola/ui/kit/count.tsx";
import { List, Section } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { time } from "@uola/words/formats";
import { type Attention as Item, nameOf } from "./today.ts";

const hues = { pending: "pink", noTrainer: "orange", full: "green" } as const;

/** Lists matters that need the attention of the front desk, each with a link. */
export function Attention({ items, onLook }: { items: readonly Item[]; onLook: (sessionId: string) => void }) {
  return (
    <Section title={say("attention")} action={items.length > 0 && <Count>{items.length}</Count>}>
      <List items={items} idOf={idOf} empty={say("attention.none")}>
        {(item) => (
          <div className="grid grid-cols-[10px_1fr] gap-[14px]">
            <i className={`bg-(--face) [clip-path:var(--hung-1)] ${hues[item.kind]}`} />
            <div>
              <p>{sentence(item)}</p>
              <TextButton about={item.session.session.title} onClick={() => onLook(item.session.session.id)}>
                {say("attention.look")}
              </TextButton>
            </div>
          </div>
        )}
      </List>
    </Section>
  );
}

const idOf = (item: Item) => `${item.kind} ${"booking" in item ? item.booking.booking.id : item.session.session.id}`;

function sentence(item: Item): string {
  const { title, startDate } = item.session.session;
  const start = time(startDate);
  if (item.kind !== "pending") return say(`attention.${item.kind}`, { time: start, title });
  return say("attention.pending", { name: nameOf(item.booking) || say("booking.unnamed"), when: `${start}, ${title}` });
}
