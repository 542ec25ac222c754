import { errorSerializers, redactedText } from "@uola/kernel";
import { type DestinationStream, type LogFn, type Logger, pino } from "pino";

/** A logged error: the error itself, the log message, and the location where it happened. */
export type LoggedError = { error: unknown; message: string; place?: string | undefined };
export type SubscribeToErrors = (subscriber: (logged: LoggedError) => void) => () => void;

const errorLevel = pino.levels.values.error ?? 50;

/**
 * Creates the log, which also passes each logged error to its subscribers. Errors are written
 * without their custom properties, which may contain requests, rows or credentials; callers need no
 * precautions.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
): { log: Logger; onError: SubscribeToErrors } {
  const subscribers = new Set<(logged: LoggedError) => void>();
  const log = pino(
    {
      level,
      serializers: errorSerializers,
      hooks: {
        logMethod(args, method, level) {
          method.apply(this, withSafeMessage(args));
          if (level < errorLevel) return;
          const logged = loggedError(args);
          for (const subscriber of subscribers) subscriber(logged);
        },
      },
    },
    destination,
  );
  const onError: SubscribeToErrors = (subscriber) => {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  };
  return { log, onError };
}

type LogArguments = Parameters<LogFn>;

/**
 * If only an error is logged, pino takes the log message from it; the serializer does not process
 * this message.
 */
function withSafeMessage(args: LogArguments): LogArguments {
  const [first, ...rest] = args as unknown[];
  if (!(first instanceof Error) || rest.length > 0) return args;
  return [{ err: first }, redactedText(first.message)] as unknown as LogArguments;
}

type Details = {
  err?: unknown;
  error?: unknown;
  task?: string;
  route?: string;
  path?: string;
  key?: string;
  url?: string;
};

/** Parses the arguments of a log method: details and a message, or only an error. */
function loggedError([first, second]: readonly unknown[]): LoggedError {
  if (first instanceof Error) return { error: first, message: typeof second === "string" ? second : "" };
  if (typeof first !== "object" || first === null) return { error: undefined, message: String(first) };
  const { err, error = err, task, route, path, key, url } = first as Details;
  const place = task ?? route ?? path ?? key ?? (url === undefined ? undefined : new URL(url).pathname);
  return { error, message: typeof second === "string" ? second : "", place };
}
