import "./close-prototype.ts";

import { parseArgs } from "node:util";
import { announcement } from "./announcement.ts";
import { createLog } from "./log.ts";
import { type Part, parts, readSettings } from "./settings.ts";
import { type RunningServer, start } from "./start.ts";
import { StartError, startErrorMessage } from "./start-errors.ts";

/**
 * Time allowed for an orderly shutdown, after which the process exits anyway. Supervisors kill a
 * process after ten seconds or more.
 */
const forcedExitMs = 9000;

/**
 * Under npm, Ctrl-C in a terminal sends the signal twice, because npm forwards it too. Signals
 * within this time count as one.
 */
const oneSignalMs = 1000;

async function main() {
  const { only, dev } = readArguments();
  const settings = readSettings(process.env);
  if (only && !settings.databaseUrl)
    throw new StartError("A part alone needs DATABASE_URL: the parts meet in the database.");
  const { log, onError } = createLog(settings.logLevel);
  const starting = start({ settings, dev, log, onError, say: console.log, ...(only ? { only } : {}) });
  stopOnSignal(starting);
  const running = await starting;
  void running.lost.then(() =>
    fail(new StartError("The database has ended by itself; see postgres.log in the data folder.")),
  );
  console.log(announcement(running, settings, only ?? parts));
}

function readArguments(): { only: Part[] | undefined; dev: boolean } {
  try {
    const { values } = parseArgs({ options: { only: { type: "string", multiple: true }, dev: { type: "boolean" } } });
    const only = values.only?.flatMap((text) => text.split(","));
    const unknown = only?.filter((name) => !parts.some((part) => part === name)) ?? [];
    if (unknown.length > 0)
      throw new StartError(`There is no part ${unknown.join(", ")}; there are ${parts.join(", ")}.`);
    return { only: only as Part[] | undefined, dev: values.dev ?? false };
  } catch (error) {
    throw error instanceof TypeError ? new StartError(error.message) : error;
  }
}

/**
 * The first signal starts an orderly shutdown, even while the server is starting; a second signal
 * exits immediately.
 */
function stopOnSignal(starting: Promise<RunningServer>) {
  let since: number | undefined;
  const end = async () => {
    if (since !== undefined) {
      if (Date.now() - since > oneSignalMs) process.exit(1);
      return;
    }
    since = Date.now();
    console.log("Stopping …");
    setTimeout(() => fail(new StartError("Something did not end in time: stopped all the same.")), forcedExitMs);
    const running = await starting.catch(() => undefined);
    await running?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end().catch(fail));
}

function fail(error: unknown): never {
  console.error(startErrorMessage(error) ?? error);
  process.exit(1);
}

main().catch(fail);
