import { say } from "@uola/words/admin";
import { type ComponentProps, lazy, Suspense } from "react";
import { chunk } from "../../loader/browser/chunk.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Its weight is that of half the page: it comes when a field of rich text is shown. */
const RichEditor = lazy(() => chunk(() => import("./rich-editor.tsx")));

/** Text with headings and pictures; its editor comes when it is wanted. */
export const RichText = (editor: ComponentProps<typeof RichEditor>) => (
  <Suspense fallback={<Skeleton lines={4} label={say("loading")} />}>
    <RichEditor {...editor} />
  </Suspense>
);
