import { z } from "zod";

/** Codes that any operation may return. */
export const generalErrors = [
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "ALREADY_EXISTS",
  "INVALID_ARGUMENT",
  "REQUEST_TOO_LARGE",
  "RESOURCE_EXHAUSTED",
  "UNAVAILABLE",
  "INTERNAL",
] as const;

/**
 * The body of every response other than 200: the invalid fields, or the reason the operation was
 * rejected.
 */
export const ErrorEnvelope = z
  .object({
    message: z.string(),
    details: z
      .object({
        applicationError: z.object({
          code: z.string(),
          description: z.string(),
          data: z.record(z.string(), z.json()).optional(),
        }),
        validationError: z.object({
          fieldViolations: z.array(
            z.object({
              field: z.string(),
              description: z.string(),
              violatedRule: z.string(),
              ruleName: z.string().optional(),
              data: z.record(z.string(), z.json()),
            }),
          ),
        }),
      })
      .partial(),
  })
  .meta({ id: "ErrorEnvelope" });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
