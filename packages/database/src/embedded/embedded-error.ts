/** Thrown when the embedded database cannot run here, for a reason that the operator can fix. */
export class EmbeddedError extends Error {
  override name = "EmbeddedError";
}
