import type { Endpoint } from "@uola/contract";
import { required } from "@uola/contract/required";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = Endpoint["method"];

/** The target of a path, with the parameter values in the order of the path template. */
export type Match<Target> = { target: Target; values: readonly string[] };

export type Routes<Target> = {
  add(method: Method, template: string, target: Target): void;
  match(method: string, path: string): Match<Target> | undefined;
  /** Returns the methods that are available at a path. */
  allowed(path: string): Method[];
};

const parameter = /\{([\w.]+)\*?\}/g;

/** Returns the parameter names of a template: `/v2/bookings/{bookingId}/confirm` → `["bookingId"]`. */
export const parametersOf = (template: string) => [...template.matchAll(parameter)].map(([, name = ""]) => name);

/**
 * Matches paths with `{parameters}`, also before a `:verb`, using Hono's routers. `{name*}` matches
 * the rest of the path.
 */
export function createRoutes<Target>(): Routes<Target> {
  type Entry = { target: Target; verbs: readonly string[] };
  const router = new SmartRouter<Entry>({ routers: [new RegExpRouter(), new TrieRouter()] });
  const knownMethods = new Set<string>();
  // Paths without parameters are the most frequent ones and take precedence.
  const literalPaths = new Map<string, Match<Target>>();

  return {
    add(method, template, target) {
      knownMethods.add(method);
      const name = `${method} ${template}`;
      if (!template.includes("{")) {
        if (!literalPaths.has(name)) literalPaths.set(name, { target, values: none });
        return;
      }
      const verbs: string[] = [];
      const pattern = template.replace(/\{[\w.]+(\*?)\}(:\w+)?/g, (_, rest, verb = "") => {
        verbs.push(verb);
        return `:p${verbs.length - 1}{${rest ? ".+" : "[^/]+"}${verb}}`;
      });
      router.add(method, pattern, { target, verbs });
    },

    match(method, path) {
      if (!knownMethods.has(method)) return undefined;
      const written = literalPaths.get(`${method} ${path}`);
      if (written) return written;
      const [found, stash] = router.match(method, path);
      const first = found[0];
      if (!first) return undefined;
      const [{ target, verbs }, parameters] = first;
      const values = verbs.map((verb, i) => {
        const at = required(parameters[`p${i}`], "path parameter");
        const raw = typeof at === "number" ? required(stash?.[at], "path parameter") : at;
        return decoded(verb ? raw.slice(0, -verb.length) : raw);
      });
      return { target, values };
    },

    allowed(path) {
      return methods.filter((method) => this.match(method, path) !== undefined);
    },
  };
}

const none: readonly string[] = [];

const escapes = /(?:%[\da-f]{2})+/gi;

/**
 * Clients put unescaped ids into paths, so a percent sign that does not start an escape sequence is
 * literal.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(escapes, (some) => (some === text ? text : decoded(some)));
  }
}
