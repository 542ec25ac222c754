import { say } from "@uola/words/site";
import { linkTo } from "../../loader/locale.ts";
import { TextLink } from "../../ui/buttons.tsx";
import { Check } from "../../ui/field.tsx";

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
