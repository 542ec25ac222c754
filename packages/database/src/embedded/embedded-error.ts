/** The embedded database cannot run here, for a reason that whoever starts it can mend. */
export class EmbeddedError extends Error {
  override name = "EmbeddedError";
}
