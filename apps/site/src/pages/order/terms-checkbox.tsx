import { linkTo } from "@uola/page-loader/locale.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { Check } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";

/** Terms-and-conditions checkbox, required for every sale; never pre-ticked. */
export function Agreed({
  agreed,
  onChange,
  error,
}: {
  agreed: boolean;
  onChange(agreed: boolean): void;
  error: string | undefined;
}) {
  return (
    <Check
      id="terms"
      checked={agreed}
      required
      onChange={({ target }) => onChange(target.checked)}
      {...(error && { error })}
    >
      {say("order.terms.before")}{" "}
      <TextLink href={linkTo("/rules/")} target="_blank" rel="noreferrer">
        {say("order.terms.rules")}
      </TextLink>{" "}
      {say("order.terms.and")}{" "}
      <TextLink href={linkTo("/terms/")} target="_blank" rel="noreferrer">
        {say("order.terms.terms")}
      </TextLink>{" "}
      {say("order.terms.after")}
    </Check>
  );
}
