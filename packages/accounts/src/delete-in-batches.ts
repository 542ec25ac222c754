const batch = 5_000;

/** Deletes in batches until nothing is left, without locking many rows at once. */
export async function deleteInBatches(some: (size: number) => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  while (((await some(batch)).numAffectedRows ?? 0n) >= BigInt(batch));
}
