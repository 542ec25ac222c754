import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";

/**
 * Runs a hook without a browser. The hook's component renders nothing, so React needs only a
 * minimal fake page to attach listeners to. `now` is the hook's latest return value; `settle` waits
 * for a condition.
 */
export async function runHook<Result>(use: () => Result, around: (children: ReactNode) => ReactNode = (it) => it) {
  const page = pageOfNothing();
  const before = { ...environment };
  Object.assign(environment, { IS_REACT_ACT_ENVIRONMENT: true, window: environment.window ?? page.defaultView });
  let result: { current: Result } | undefined;
  const Runner = () => {
    result = { current: use() };
    return null;
  };
  const root: Root = createRoot(page.container as unknown as Element);
  await act(async () => root.render(around(<Runner />)));
  const now = (): Result => {
    if (!result) throw new Error("The hook has not run.");
    return result.current;
  };
  return {
    now,
    do: <Answer,>(work: (hook: Result) => Answer | Promise<Answer>): Promise<Answer> => act(async () => work(now())),
    async settle(isTrue: (hook: Result) => boolean) {
      while (!isTrue(now())) await act(() => new Promise((next) => setTimeout(next, 1)));
      return now();
    },
    async end() {
      await act(async () => root.unmount());
      Object.assign(environment, { IS_REACT_ACT_ENVIRONMENT: before.IS_REACT_ACT_ENVIRONMENT });
      if (before.window === undefined) delete environment.window;
    },
  };
}

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined; window?: unknown };

function pageOfNothing() {
  const nothing = () => {};
  const defaultView: Record<string, unknown> = { HTMLIFrameElement: class {}, addEventListener: nothing };
  const ownerDocument = { nodeType: 9, defaultView, activeElement: null, body: null, addEventListener: nothing };
  defaultView.document = ownerDocument;
  const container = {
    nodeType: 1,
    nodeName: "DIV",
    tagName: "DIV",
    namespaceURI: "http://www.w3.org/1999/xhtml",
    ownerDocument,
    firstChild: null,
    addEventListener: nothing,
    removeEventListener: nothing,
  };
  return { container, defaultView };
}
