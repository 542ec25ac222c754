/** The embedded database cannot run here, for a reason that the person who starts it can fix. */
export class EmbeddedError extends Error {
  override name = "EmbeddedError";
}
