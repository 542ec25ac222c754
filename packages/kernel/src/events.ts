import type { Database } from "@uola/database";

/** A type of event within a transaction. `Payload` is the data passed to subscribers. */
export type DomainEvent<Payload> = { readonly name: string; readonly payload?: Payload };

/**
 * Declares a type of event. Each package declares its events in `events.ts`; later packages and
 * features subscribe to them.
 */
export const defineEvent = <Payload>(name: string): DomainEvent<Payload> => ({ name });

/**
 * A subscriber, and the subscribers that must run after it. Without a declared order, subscribers
 * run by name.
 */
export type Subscriber = { name: string; before?: readonly string[] };

type EventHandler<Payload> = (tx: Database, payload: Payload) => Promise<void>;

/**
 * Lets later features run code in the transaction of an earlier feature that does not depend on
 * them: for example, cancelling a session cancels its bookings. Effects that can wait until after
 * the transaction are written to the outbox instead.
 */
export type EventRegistry = {
  /**
   * Registers a handler. Subscribing again under the same name replaces the earlier handler.
   * Returns a function that unsubscribes.
   */
  subscribe<Payload>(event: DomainEvent<Payload>, subscriber: Subscriber, react: EventHandler<Payload>): () => void;
  /** Runs the handlers one after another. The first error is thrown, so that the transaction fails. */
  emit<Payload>(tx: Database, event: DomainEvent<Payload>, payload: Payload): Promise<void>;
};

type Subscription = Subscriber & { react: EventHandler<never> };

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

/**
 * Sorts subscriptions by their declared order, then by name, independent of the order of
 * registration.
 */
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
