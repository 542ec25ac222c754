import type { Database } from "@uola/database";

/** A kind of thing that happens within a transaction; `Payload` is what subscribers are given. */
export type DomainEvent<Payload> = { readonly name: string; readonly payload?: Payload };

/** Names a kind of event. Each package declares its own in `events.ts`; the packages and features after it subscribe. */
export const defineEvent = <Payload>(name: string): DomainEvent<Payload> => ({ name });

/** Who reacts to an event, and whose reactions have to come later. Subscribers without an order go by their names. */
export type Subscriber = { name: string; before?: readonly string[] };

type Reaction<Payload> = (tx: Database, payload: Payload) => Promise<void>;

/**
 * What one feature does lets later ones act in the same transaction, without knowing them: a session that is called off
 * ends its bookings. Effects that may wait until after the transaction are rows in the outbox instead.
 */
export type EventRegistry = {
  /** A subscriber that subscribes again replaces its earlier reaction. Gives a function that unsubscribes it. */
  subscribe<Payload>(event: DomainEvent<Payload>, subscriber: Subscriber, react: Reaction<Payload>): () => void;
  /** Runs the reactions one after another. The first error is thrown, so that the caller's transaction ends with it. */
  emit<Payload>(tx: Database, event: DomainEvent<Payload>, payload: Payload): Promise<void>;
};

type Subscription = Subscriber & { react: Reaction<never> };

export function createEventRegistry(): EventRegistry {
  const byEvent = new Map<string, Subscription[]>();
  return {
    subscribe(event, subscriber, react) {
      const subscription: Subscription = { ...subscriber, react };
      const others = (byEvent.get(event.name) ?? []).filter(({ name }) => name !== subscriber.name);
      byEvent.set(event.name, inOrder(event.name, [...others, subscription]));
      return () => {
        const left = (byEvent.get(event.name) ?? []).filter((each) => each !== subscription);
        byEvent.set(event.name, left);
      };
    },
    async emit(tx, event, payload) {
      for (const { react } of byEvent.get(event.name) ?? []) await react(tx, payload as never);
    },
  };
}

/** Puts each subscription before those it names, and otherwise by name, whatever the order of subscribing. */
function inOrder(event: string, subscriptions: readonly Subscription[]): Subscription[] {
  const left = new Map(
    subscriptions.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((each) => [each.name, each] as const),
  );
  const ordered: Subscription[] = [];
  while (left.size > 0) {
    const all = [...left.values()];
    const next = all.find(({ name }) => !all.some(({ before = [] }) => before.includes(name)));
    if (!next) throw new Error(`The subscribers of ${event} wait for each other: ${[...left.keys()].join(", ")}.`);
    left.delete(next.name);
    ordered.push(next);
  }
  return ordered;
}
