import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { say } from "@uola/words/admin";
import { type ComponentProps, lazy, Suspense } from "react";

/**
 * The editor accounts for half the size of the page, so it is loaded only when a rich text field is
 * shown.
 */
const RichEditor = lazy(() => chunk(() => import("./rich-editor.tsx")));

/** Text with headings and pictures; the editor is loaded on demand. */
export const RichText = (editor: ComponentProps<typeof RichEditor>) => (
  <Suspense fallback={<Skeleton lines={4} label={say("loading")} />}>
    <RichEditor {...editor} />
  </Suspense>
);
