import { reportUnexpected } from "@uola/browser/errors.ts";
import { type SyntheticEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { type FormEvent, type FormState, filling, nextFormState, type Refused } from "./form-state.ts";

/** A form error to display: the id of its field, and a message that explains what to do. */
export type FieldError = { field: string; text: string };

/** Where a form keeps its draft while it is being filled in. */
type DraftStorage<Draft> = { read(): Partial<Draft>; write(draft: Draft): void };

type Options<Draft> = {
  /** The draft of an untouched form. */
  empty: Draft;
  storage?: DraftStorage<Draft>;
  /** Known values, such as the profile of the signed-in person; they fill only untouched fields. */
  known?: Partial<Draft> | undefined;
};

/**
 * The state of a form on a public page: its draft, the errors found at the last submit, and the
 * request. Typed input survives every failure.
 *
 * ```ts
 * const form = useForm<Draft, Problem>({ empty: emptyDraft });
 * const errors = errorsOf(form.problems, textOf);
 * const input = inputsOf(form, errors.of);
 * const send = () => form.submit(problemsOf, post, (error) => ({ why: reasonOf(error, "order") }));
 * <form noValidate onSubmit={onSubmit(send)}>
 *   <Field label={…} {...input("email")} />
 * ```
 */
export function useForm<
  Draft extends object,
  Problem extends { field: string } = FieldError,
  Refusal extends Refused<Problem> = Refused<Problem>,
>({ empty, storage, known }: Options<Draft>) {
  const [initial] = useState(empty);
  const [draft, setDraft] = useState(initial);
  const [state, dispatch] = useReducer<FormState<Problem, Refusal>, [FormEvent<Problem, Refusal>]>(
    nextFormState,
    filling,
  );
  const [tries, setTries] = useState(0);
  // Always the current values, for handlers that run after an await.
  const latest = useRef(draft);
  const isRestored = useRef(false);
  const isSending = useRef(false);

  const change = (next: Draft) => {
    latest.current = next;
    setDraft(next);
  };
  const fill = (values: Partial<Draft>) => change(filledIn(latest.current, values, initial));
  /** Input typed before the stored draft was read is merged into it and does not replace it. */
  const restore = () => {
    if (isRestored.current) return;
    isRestored.current = true;
    if (storage) fill(storage.read());
  };
  const restoreOnce = useEffectEvent(restore);
  useEffect(() => restoreOnce(), []);
  const fillWith = useEffectEvent(fill);
  useEffect(() => {
    if (known) fillWith(known);
  }, [known]);

  const press = (event: FormEvent<Problem, Refusal>) => {
    dispatch(event);
    setTries((count) => count + 1);
  };
  /** Shows the errors of the draft; returns whether there are none. */
  const validate = (check: (draft: Draft) => readonly Problem[]): boolean => {
    const problems = check(latest.current);
    press({ event: "check", problems });
    return problems.length === 0;
  };
  return {
    draft,
    at: state.at,
    /** Whether the form cannot be submitted now: it is being sent, or has been sent. */
    busy: state.at !== "filling",
    problems: state.at === "filling" ? state.problems : [],
    refusal: state.at === "filling" ? state.refusal : undefined,
    /**
     * Changes with every submit and every rejection. Used as the key of an error summary, so that
     * the summary takes the focus each time.
     */
    tries,
    /** Changes the draft. `fields` are those whose errors no longer apply: by default the changed ones. */
    set(part: Partial<Draft>, fields: readonly string[] = Object.keys(part)) {
      restore();
      change({ ...latest.current, ...part });
      storage?.write(latest.current);
      dispatch({ event: "edit", fields });
    },
    validate,
    /**
     * Sends the draft if it has no errors. While it is being sent, further submits are ignored.
     * Resolves to the reason if the request failed.
     */
    async submit(
      check: (draft: Draft) => readonly Problem[],
      send: (draft: Draft) => Promise<unknown>,
      explain: (error: unknown) => Refusal,
    ): Promise<Refusal | undefined> {
      if (isSending.current || state.at !== "filling" || !validate(check)) return undefined;
      dispatch({ event: "send" });
      isSending.current = true;
      try {
        await send(latest.current);
        dispatch({ event: "succeed" });
        return undefined;
      } catch (error) {
        reportUnexpected(error);
        const refusal = explain(error);
        press({ event: "refuse", refusal });
        return refusal;
      } finally {
        isSending.current = false;
      }
    },
    /**
     * Starts over after a result has been shown, with a part of the draft replaced. The new draft
     * is not stored.
     */
    restart(part: Partial<Draft> = {}) {
      change({ ...latest.current, ...part });
      dispatch({ event: "restart" });
    },
  };
}

export type Form<
  Draft extends object,
  Problem extends { field: string } = FieldError,
  Refusal extends Refused<Problem> = Refused<Problem>,
> = ReturnType<typeof useForm<Draft, Problem, Refusal>>;

/** Fills the fields that still have their initial value. */
function filledIn<Draft extends object>(typed: Draft, known: Partial<Draft>, initial: Draft): Draft {
  const filled = { ...typed };
  for (const field in initial) if (typed[field] === initial[field]) filled[field] = known[field] ?? typed[field];
  return filled;
}

/** Returns a handler that sends a form by script instead of by the browser. */
export const onSubmit = (send: () => unknown) => (event: SyntheticEvent) => {
  event.preventDefault();
  send();
};

/** Returns the errors as shown: all of them for the summary, and the text for each field. */
export function errorsOf<Problem extends { field: string }>(
  problems: readonly Problem[],
  textOf: (problem: Problem) => string,
) {
  const all: FieldError[] = problems.map((problem) => ({ field: problem.field, text: textOf(problem) }));
  return { all, of: (field: Problem["field"]) => all.find((each) => each.field === field)?.text };
}

/** The fields whose value is text. */
type TextField<Draft> = { [Field in keyof Draft]: Draft[Field] extends string ? Field : never }[keyof Draft] & string;

/** Returns the props that bind inputs to the text fields of a draft. The ids begin with `prefix`. */
export const inputsOf =
  <Draft extends object>(
    { draft, set }: { draft: Draft; set(part: Partial<Draft>, fields: readonly TextField<Draft>[]): void },
    errorOf: (field: TextField<Draft>) => string | undefined = () => undefined,
    prefix = "",
  ) =>
  (field: TextField<Draft>) => ({
    id: prefix + field,
    value: draft[field] as string,
    error: errorOf(field),
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value } as Partial<Draft>, [field]),
  });
