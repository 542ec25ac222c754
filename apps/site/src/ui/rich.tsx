import { Fragment, type ReactNode } from "react";

type Tags = Record<string, (inside: string) => ReactNode>;

/**
 * A sentence whose message has tags in it, `"Susipažinau su <rules>taisyklėmis</rules>."`: each named tag is drawn by
 * its function, anything else stays text.
 */
export function Rich({ children, ...tags }: { children: string } & { [name: string]: Tags[string] | string }) {
  const parts = children.split(/<(\w+)>(.*?)<\/\1>/g);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const draw = index % 3 === 2 ? tags[parts[index - 1] ?? ""] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never change places
    return <Fragment key={index}>{typeof draw === "function" ? draw(part) : part}</Fragment>;
  });
}
