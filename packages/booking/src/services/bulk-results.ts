import type { Service } from "@uola/contract";
import { type Context, toErrorResponse } from "@uola/kernel";

type Failure = { code: string; description: string; data: Record<string, unknown> };

/**
 * Returns the error of one item of a bulk operation in the format of the response. Unexpected
 * errors are logged.
 */
export function failureOf({ log }: Context, error: unknown, requestId: string): Failure {
  const { body, unexpected } = toErrorResponse(error, requestId);
  if (unexpected) log.error({ requestId, err: error }, "one of many failed");
  const { applicationError, validationError } = body.details;
  const { code = "INTERNAL", description = body.message, data = {} } = applicationError ?? {};
  return { code, description, data: validationError ? { ...data, ...validationError } : data };
}

/** Processes each item independently: an error of one item does not affect the others. */
export async function bulkResults<Item extends { id: string }>(
  context: Context,
  requestId: string,
  items: readonly Item[],
  returnEntity: boolean,
  work: (item: Item) => Promise<Service>,
) {
  const results = [];
  for (const [originalIndex, item] of items.entries()) {
    const itemMetadata = { id: item.id, originalIndex };
    try {
      const service = await work(item);
      results.push({ itemMetadata: { ...itemMetadata, success: true }, ...(returnEntity && { item: service }) });
    } catch (error) {
      const { data, ...failure } = failureOf(context, error, requestId);
      const plain = JSON.parse(JSON.stringify(data));
      results.push({ itemMetadata: { ...itemMetadata, success: false, error: { ...failure, data: plain } } });
    }
  }
  const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length;
  const totalFailures = results.length - totalSuccesses;
  return { results, bulkActionMetadata: { totalSuccesses, totalFailures, undetailedFailures: 0 } };
}
