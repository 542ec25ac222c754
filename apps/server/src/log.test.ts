import { expect, test } from "vitest";
import { createLog, type LoggedError } from "./log.ts";

function logging(level = "info") {
  const lines: string[] = [];
  const received: LoggedError[] = [];
  const { log, onError } = createLog(level, { write: (line) => void lines.push(line) });
  const unsubscribe = onError((logged) => received.push(logged));
  return { log, lines, received, unsubscribe };
}

test("subscribers receive each logged error with its message and location", () => {
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

test("subscribers receive nothing after they unsubscribe, or if the log is silent", () => {
  const { log, received, unsubscribe } = logging();
  unsubscribe();
  log.error("x");
  const silent = logging("silent");
  silent.log.error("x");
  expect([...received, ...silent.received]).toEqual([]);
});

test("errors are logged without custom properties, URLs and tokens, regardless of how they are passed", () => {
  const { log, lines } = logging("debug");
  const secret = "kVu7SecretOfThisTest";
  const own = {
    code: "HPE_INVALID_CHUNK_SIZE",
    rawPacket: Buffer.from(secret),
    config: { password: secret },
    headers: { cookie: secret },
    body: secret,
    request: { headers: { authorization: secret } },
    detail: `Key (email)=(${secret}) already exists.`,
  };
  const error = () => Object.assign(new Error("Parse Error for ona@uola.example"), own);
  const looped = error();
  looped.cause = looped;
  log.error({ err: error() }, "a");
  log.warn({ error: error(), task: "t" }, "b");
  log.debug(error(), "c");
  log.error(error());
  log.child({ part: "site" }).error({ err: new Error("outer", { cause: error() }) }, "d");
  log.error({ err: looped }, "e");
  log.error({ err: new AggregateError([error()]) }, "f");
  expect(lines).toHaveLength(7);
  for (const line of lines) {
    expect(line).toContain("HPE_INVALID_CHUNK_SIZE");
    expect(line).not.toContain(secret);
    expect(line).not.toContain([...Buffer.from(secret)].join(","));
    expect(line).not.toContain("ona@uola.example");
    expect(line.length).toBeLessThan(20_000);
  }
});
