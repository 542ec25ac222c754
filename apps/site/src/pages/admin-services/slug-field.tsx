import { say } from "@uola/words/admin";
import { useEffect, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { usePlatformAction } from "../../use-platform.ts";
import { label } from "./labels.ts";

type State = "asking" | "free" | "SLUG_ALREADY_EXISTS" | "SLUG_CONTAINS_ILLEGAL_CHARACTERS" | "UNKNOWN_SLUG_ERROR";
const pauseMs = 350;

type SlugFieldProps = { serviceId: string; kept: string; value: string; onChange: (slug: string) => void };

/** A service's address; whether it is free is asked while it is typed. */
export function SlugField({ serviceId, kept, value, onChange }: SlugFieldProps) {
  const ask = usePlatformAction("slug");
  const [state, setState] = useState<State>();
  useEffect(() => {
    setState(undefined);
    if (value === kept || !value) return;
    let stale = false;
    const timer = setTimeout(async () => {
      setState("asking");
      const answer = await ask(({ services }) => services.validateSlug({ serviceId, slugName: value })).catch(
        () => undefined,
      );
      if (!stale && answer) setState(answer.valid ? "free" : (answer.errors[0] ?? "UNKNOWN_SLUG_ERROR"));
    }, pauseMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [value, kept, serviceId, ask]);
  const isWrong = state && state !== "asking" && state !== "free";
  return (
    <div>
      <Field
        id="slug"
        label={label("slug")}
        hint={`/booking/?service=${value || "…"}`}
        value={value}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        {...(isWrong && { error: say(`services.slug.${state}`) })}
      />
      <p role="status" className="hint">
        {state === "free" && say("services.slug.free")}
        {state === "asking" && say("services.slug.asking")}
      </p>
    </div>
  );
}
