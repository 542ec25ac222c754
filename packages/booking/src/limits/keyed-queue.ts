/**
 * Runs tasks that share a name one after another; tasks without a common name do not wait for each
 * other.
 */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return function runInOrder<Done>(names: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const before = names.flatMap((name) => last.get(name) ?? []);
    const done = before.length > 0 ? Promise.all(before).then(work) : work();
    const over = done.then(
      () => {},
      () => {},
    );
    for (const name of names) last.set(name, over);
    void over.then(() => {
      for (const name of names) if (last.get(name) === over) last.delete(name);
    });
    return done;
  };
}
