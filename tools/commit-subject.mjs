import { readFileSync } from "node:fs";

/** Checks commit subjects; `tools/hooks/commit-msg` runs it. Runs on any Node, before anything is installed. */
const types = "build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test";
const form = new RegExp(`^(?:${types})(?:\\([a-z0-9|/-]+\\))?!?: (.+)$`);
/** Matches verbs in the third person or the past tense and other words that are not an imperative. */
const notImperative = /^(?:[a-z]+(?:ed|ing)|[a-z]+[^s]s|the|a|an|it|this|that|its|no|some|what|who)$/;
const longest = 72;

/** Returns the problem with the first line of a commit message; undefined if there is none. */
export function problemOf(message) {
  const subject = message.split("\n")[0] ?? "";
  if (/^(?:Merge |Revert "|fixup! |squash! |amend! )/.test(subject)) return undefined;
  if (subject.length > longest) return `has ${subject.length} characters; at most ${longest} are allowed`;
  const [, text = ""] = form.exec(subject) ?? [];
  if (!text) return `must have the form "type(scope): imperative verb …"; types: ${types.replaceAll("|", ", ")}`;
  const first = text.split(" ")[0] ?? "";
  if (notImperative.test(first)) return `must begin with an imperative verb, not with "${first}"`;
  if (text.endsWith(".")) return "must not end with a full stop";
  return undefined;
}

if (import.meta.url === new URL(`file://${process.argv[1]}`).href && process.argv[2]) {
  const problem = problemOf(readFileSync(process.argv[2], "utf8"));
  if (problem) {
    console.error(`The commit subject ${problem}. See CONTRIBUTING.md, "Commit".`);
    process.exit(1);
  }
}
