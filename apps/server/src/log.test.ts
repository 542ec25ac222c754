import { expect, test } from "vitest";
import { createLog, type LoggedError } from "./log.ts";

function logging(level = "info") {
  const lines: string[] = [];
  const received: LoggedError[] = [];
  const { log, onError } = createLog(level, { write: (line) => void lines.push(line) });
  const unsubscribe = onError((logged) => received.push(logged));
  return { log, lines, received, unsubscribe };
}

test("each error that is logged is told, with what was said and where it happened", () => {
  const { log, lines, received } = logging();
  const error = new Error("no");
  log.info("started");
  log.warn({ err: error }, "slow");
  log.error({ err: error, task: "webhooks: deliver" }, "background task failed");
  log.child({ part: "site" }).error({ error, url: "http://site.test/prices/?name=Ona" }, "a page failed");
  log.error(error);
  log.fatal("lost");
  expect(lines).toHaveLength(6);
  expect(received).toEqual([
    { error, message: "background task failed", place: "webhooks: deliver" },
    { error, message: "a page failed", place: "/prices/" },
    { error, message: "" },
    { error: undefined, message: "lost" },
  ]);
});

test("nothing is told to whoever has left, or below a silent level", () => {
  const { log, received, unsubscribe } = logging();
  unsubscribe();
  log.error("x");
  const silent = logging("silent");
  silent.log.error("x");
  expect([...received, ...silent.received]).toEqual([]);
});
