import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { chunk } from "./browser/chunk.ts";

/** A part of a view that only some URLs need, loaded on demand. */
export type Part<Props> = ((props: Props) => ReactNode) & {
  /**
   * Loads the part, for the view's `prepare` or when it is needed now. If its script no longer
   * exists, the page is reloaded.
   */
  fetch(): Promise<void>;
  /** Prefetches the part. A failure leaves the page unchanged, with its open dialogs and typed input. */
  ahead(): void;
};

/**
 * Creates a lazily loaded part. A part that was not loaded before is loaded when it is first
 * rendered; until then nothing is shown.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    Loaded ??= await chunk(load);
  };
  const ahead = () => {
    if (Loaded) return;
    load().then(
      (component) => {
        Loaded ??= component;
      },
      () => {},
    );
  };
  function Drawn(props: Props) {
    const [, setIsThere] = useState(Loaded !== undefined);
    useEffect(() => {
      if (!Loaded) void fetch().then(() => setIsThere(true));
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Drawn, { fetch, ahead });
}
