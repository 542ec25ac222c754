import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe } from "./wire.ts";

/** A stack frame: a function and its position in a source file. */
const Frame = z.object({
  function: maybe(z.string()),
  file: z.string(),
  line: maybe(z.int()),
  column: maybe(z.int()),
});

/**
 * A group of error reports with the same fingerprint, and the latest of these reports. Contains no
 * personal data.
 */
export const ErrorGroup = z
  .object({
    id: guid,
    source: z.enum(["BROWSER", "SERVER"]),
    name: z.string(),
    message: z.string(),
    /** The stack frames, innermost first. */
    frames: z.array(Frame),
    /** The route of the page (`/admin/people/:id/`), or the operation that the server was executing. */
    place: maybe(z.string()),
    release: z.string(),
    /** `Firefox 143`. */
    browser: maybe(z.string()),
    reportCount: z.int(),
    firstDate: instant,
    lastDate: instant,
    /** The time at which the owner marked the group as resolved; cleared by a new report. */
    resolvedDate: maybe(instant),
  })
  .meta({ id: "ErrorGroup" });
export type ErrorGroup = z.infer<typeof ErrorGroup>;

const owner = { access: "owner" } as const;

export const errorReports = {
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/error-reports/query",
    ...owner,
    input: z.object({
      status: maybe(z.enum(["OPEN", "RESOLVED"])),
      source: maybe(z.enum(["BROWSER", "SERVER"])),
      cursorPaging: maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(500)) })),
    }),
    output: z.object({ errors: z.array(ErrorGroup), cursors: z.object({ next: maybe(z.string()) }) }),
    errors: ["INVALID_CURSOR"],
    summary: "Read what broke in browsers and on the server, the latest first.",
  }),
  resolve: endpoint({
    method: "POST",
    path: "/v1/error-reports/{errorId}/resolve",
    ...owner,
    input: z.object({ errorId: guid, resolved: z.boolean() }),
    output: z.object({}),
    errors: ["ERROR_NOT_FOUND"],
    summary: "Mark an error as resolved, or as open again. A new report opens it too.",
  }),
};
