import type { Locale } from "@uola/words/language";
import {
  Component,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { reloadOnce } from "./browser/reload-once.ts";
import { localeOf } from "./locale.ts";
import type { AppData, Frame, Json, Kind, Page, PageData, PageProps, PageTables, Sheet, View } from "./page.ts";

/** A page ready to be rendered: its data, its view, and the query of its URL. */
export type Shown = {
  kind: Kind;
  from: PageData;
  answers: Record<string, Json>;
  view: View<never, never>;
  /** The query of the URL, which may contain more parameters than the data depends on. */
  search: string;
  /** The query with which the server rendered the page, if it was loaded as a document. */
  drawn?: string;
};
export type Around = {
  app: AppData;
  slices: Record<string, Json>;
  frame: Frame;
  pages: Record<string, Page>;
  /** In browsers only. */
  tables?: PageTables;
};

type Route = {
  page: string;
  path: string;
  locale: Locale;
  params: PageData["params"];
  search: URLSearchParams;
  now: Date;
  preview: PageData["preview"];
  addresses: PageData["addresses"];
  untranslated: boolean;
};
const RouteContext = createContext<(Route & Around) | undefined>(undefined);

function useContextOfTree() {
  const context = useContext(RouteContext);
  if (!context) throw new Error("Outside of a page.");
  return context;
}

/** The current route, and when the page's data was read. */
export const useRoute = (): Route => useContextOfTree();
export const useApp = (): AppData => useContextOfTree().app;
/** The table of pages, for menus. */
export const usePages = (): Record<string, Page> => useContextOfTree().pages;
/** Returns the page table of a stylesheet. It is loaded in the browser, and empty until then. */
export function usePageTable(sheet: Sheet): Record<string, Page> {
  const { tables } = useContextOfTree();
  const [table, setTable] = useState<Record<string, Page>>({});
  useEffect(() => {
    tables?.[sheet]().then(({ pages }) => setTable(pages), reportError);
  }, [tables, sheet]);
  return table;
}

/** Returns the frame's data with the given name, as named in `slices` of the site table. */
export const useSlice = <Data extends Json>(name: string): Data => useContextOfTree().slices[name] as Data;

const InBrowser = createContext(false);
/** False on the server and during hydration, true afterwards. */
export const useInBrowser = (): boolean => useContext(InBrowser);

/**
 * An error boundary that keeps the frame and the next page working when a view throws. After a DOM
 * exception, which a browser's translation can cause, the page is reloaded once: the user's action
 * may have been saved, and the server renders the page for its URL.
 */
class ErrorBoundary extends Component<{ children: ReactNode; instead: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override componentDidCatch = (error: unknown) => {
    if (error instanceof DOMException) reloadOnce(`broken ${location.href}`);
  };
  override render = () => (this.state.broken ? this.props.instead : this.props.children);
}

type Props = {
  shown: Shown;
  around: Around;
  onAlive?: () => void;
  /** Set if the page was not server-rendered, so nothing has to match the server's HTML. */
  fresh?: boolean;
};

/** The component tree under `#site`, the same on both sides. */
export function Tree({ shown, around, onAlive, fresh = false }: Props): ReactNode {
  const [inBrowser, setInBrowser] = useState(fresh);
  useEffect(() => {
    onAlive?.();
    // Browser-only content is rendered in a transition, like hydration, so that a slow phone
    // responds in the meantime.
    startTransition(() => setInBrowser(true));
  }, [onAlive]);
  const { from } = shown;
  const search = inBrowser ? shown.search : (shown.drawn ?? from.search);
  const props = useMemo(() => propsOf(shown, search), [shown, search]);
  const route = useMemo(
    () => ({
      ...props,
      ...around,
      page: from.page,
      path: from.path,
      locale: localeOf(from.path),
      preview: from.preview,
      addresses: from.addresses,
      untranslated: from.untranslated ?? false,
    }),
    [props, around, from.page, from.path, from.preview, from.addresses, from.untranslated],
  );
  const View = shown.view.default;
  const waiting = shown.view.Waiting ? <shown.view.Waiting /> : null;
  const view = <View key={`${from.page} ${from.path}`} {...(props as PageProps<never, never>)} />;
  const waits = shown.kind === "client-only" || shown.kind === "protected";
  return (
    <InBrowser value={inBrowser}>
      <RouteContext value={route}>
        <around.frame.Frame>
          <ErrorBoundary key={from.path} instead={<around.frame.Failed />}>
            {waits && !inBrowser ? (
              waiting
            ) : shown.kind === "protected" ? (
              <around.frame.Guard waiting={waiting}>{view}</around.frame.Guard>
            ) : (
              view
            )}
          </ErrorBoundary>
        </around.frame.Frame>
      </RouteContext>
    </InBrowser>
  );
}

export const propsOf = (
  { from, answers }: Pick<Shown, "from" | "answers">,
  search: string,
): PageProps<Json, unknown> => ({
  data: from.data,
  shared: answers,
  params: from.params,
  search: new URLSearchParams(search),
  now: new Date(from.now),
});
