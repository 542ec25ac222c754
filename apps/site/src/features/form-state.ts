/**
 * The state of a form: being filled in, being sent, or sent. `problems` contains the errors found
 * at the last submit, except in fields edited since then; `refusal` is the reason why the last
 * request failed.
 */
export type FormState<Problem, Refusal> =
  | { at: "filling"; problems: readonly Problem[]; refusal?: Refusal }
  | { at: "sending" }
  | { at: "sent" };

export type FormEvent<Problem extends { field: string }, Refusal> =
  | { event: "check"; problems: readonly Problem[] }
  | { event: "send" }
  | { event: "refuse"; refusal: Refusal }
  | { event: "succeed" }
  | { event: "edit"; fields: readonly string[] }
  /** Discards the result of the last submit. */
  | { event: "restart" };

/** The reason why a request failed, and the fields that the platform rejected, if it named any. */
export type Refused<Problem> = { why: string; problems?: readonly Problem[] };

export const filling = { at: "filling", problems: [] } as const satisfies FormState<never, never>;

/**
 * Returns the next state of a form. Events that do not apply to the current state are ignored, so a
 * second click sends nothing.
 */
export function nextFormState<Problem extends { field: string }, Refusal extends Refused<Problem>>(
  state: FormState<Problem, Refusal>,
  event: FormEvent<Problem, Refusal>,
): FormState<Problem, Refusal> {
  switch (event.event) {
    case "check":
      return state.at === "filling" ? { at: "filling", problems: event.problems } : state;
    case "send":
      return state.at === "filling" && state.problems.length === 0 ? { at: "sending" } : state;
    case "refuse": {
      const { refusal } = event;
      return state.at === "sending" ? { at: "filling", problems: refusal.problems ?? [], refusal } : state;
    }
    case "succeed":
      return state.at === "sending" ? { at: "sent" } : state;
    case "edit":
      if (state.at !== "filling") return state;
      return { ...state, problems: state.problems.filter(({ field }) => !event.fields.includes(field)) };
    case "restart":
      return state.at === "sending" ? state : filling;
  }
}
