import { say } from "@uola/words/admin";
import { time } from "@uola/words/formats";
import { type Attention as Item, nameOf } from "./today.ts";

const hues = { pending: "pink", noTrainer: "orange", full: "green" } as const;

/** What the desk should look at, with a way to it. */
export function Attention({ items, onLook }: { items: readonly Item[]; onLook: (sessionId: string) => void }) {
  return (
    <section className="attention">
      <h2 className="day-heading">
        {say("attention")}
        {items.length > 0 && <span className="count">{items.length}</span>}
      </h2>
      {items.length === 0 && <p className="text-muted py-3">{say("attention.none")}</p>}
      <ul>
        {items.map((item) => (
          <li key={`${item.kind} ${"booking" in item ? item.booking.booking.id : item.session.session.id}`}>
            <i className={hues[item.kind]} />
            <div>
              <p>{sentence(item)}</p>
              <button type="button" className="link alone" onClick={() => onLook(item.session.session.id)}>
                {say("attention.look")}
                <span className="visually-hidden">: {item.session.session.title}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence(item: Item): string {
  const { title, startDate } = item.session.session;
  const start = time(startDate);
  if (item.kind !== "pending") return say(`attention.${item.kind}`, { time: start, title });
  return say("attention.pending", { name: nameOf(item.booking) || say("booking.unnamed"), when: `${start}, ${title}` });
}
