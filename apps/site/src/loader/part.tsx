import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { chunk } from "./browser/chunk.ts";

/** A part of a view that only some of its addresses show, fetched when one of them does. */
export type Part<Props> = ((props: Props) => ReactNode) & {
  /** For `prepare` of the view, and for whoever wants it now. A script that is gone has the page loaded anew. */
  fetch(): Promise<void>;
  /** For whoever sees it coming. What cannot be had yet leaves the page as it is, with what is open and typed there. */
  ahead(): void;
};

/** What was not fetched before is fetched when it is drawn, and nothing stands there until then. */
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
