import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { Field } from "@uola/ui/field.tsx";
import type { InputProps } from "@uola/ui/kit/field.ts";
import { useDebounced } from "@uola/ui/use-debounced.ts";
import { say } from "@uola/words/admin";

type SlugFieldProps = InputProps<string> & { serviceId: string; kept: string };

/** Input for the slug of a service; its availability is checked when typing pauses. */
export function SlugField({ serviceId, kept, id, label, value, onChange }: SlugFieldProps) {
  const rested = useDebounced(value);
  const isAsked = rested !== "" && rested !== kept;
  const { data, isFetching } = usePlatformQuery(
    ["slug", serviceId, rested],
    ({ services }) => services.validateSlug({ serviceId, slugName: rested }),
    { enabled: isAsked, refetch: true },
  );
  const answer = isAsked && rested === value ? data : undefined;
  const refusal = answer && !answer.valid ? (answer.errors[0] ?? "UNKNOWN_SLUG_ERROR") : undefined;
  return (
    <div>
      <Field
        id={id}
        label={label}
        hint={`/booking/?service=${value || "…"}`}
        value={value}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        {...(refusal && { error: say(`services.slug.${refusal}`) })}
      />
      <p role="status" className="hint">
        {answer?.valid && say("services.slug.free")}
        {isAsked && isFetching && say("services.slug.asking")}
      </p>
    </div>
  );
}
