import type { Database } from "@uola/database";

/** A kind of event within a transaction. `Payload` is what subscribers get. */
export type DomainEvent<Payload> = { readonly name: string; readonly payload?: Payload };

/** Declares a kind of event. Each package has its own in `events.ts`; later packages and features subscribe. */
export const defineEvent = <Payload>(name: string): DomainEvent<Payload> => ({ name });

/** A subscriber, and those that must run after it. Without an order subscribers run by name. */
export type Subscriber = { name: string; before?: readonly string[] };

type Reaction<Payload> = (tx: Database, payload: Payload) => Promise<void>;

/**
 * Lets later features act in the transaction of an earlier one that does not know them: a called-off session ends its
 * bookings. Effects that can wait until after the transaction are rows in the outbox instead.
 */
export type EventRegistry = {
  /** Subscribing again replaces the earlier reaction. Returns a function that unsubscribes. */
  subscribe<Payload>(event: DomainEvent<Payload>, subscriber: Subscriber, react: Reaction<Payload>): () => void;
  /** Runs the reactions one after another. The first error is thrown, so that the transaction fails. */
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

/** Sorts subscriptions by their declared order, then by name, independent of the order of subscribing. */
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
