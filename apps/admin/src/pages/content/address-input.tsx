import { Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/admin";
import { addressLine, type PostalAddress } from "./value.ts";

type AddressInputProps = { id: string; value: PostalAddress; onChange: (value: PostalAddress | null) => void };
const parts = ["addressLine1", "city", "postalCode", "country"] as const;

/** Inputs for the parts of a postal address; the one-line form for display is composed of the parts. */
export function AddressInput({ id, value, onChange }: AddressInputProps) {
  const { streetAddress, formatted: _, ...rest } = value;
  const street = value.addressLine1 ?? [streetAddress?.name, streetAddress?.number].filter(Boolean).join(" ");
  const set = (part: (typeof parts)[number], text: string) => {
    const next: PostalAddress = { ...rest, ...(street && { addressLine1: street }), [part]: text };
    const filled = Object.fromEntries(Object.entries(next).filter(([, each]) => each !== "")) as PostalAddress;
    onChange(Object.keys(filled).length > 0 ? { ...filled, formatted: addressLine(filled) } : null);
  };
  return (
    <div className="form-pair">
      {parts.map((part) => (
        <Field
          key={part}
          id={`${id}-${part}`}
          label={say(`content.address.${part}`)}
          {...(part === "country" && { maxLength: 2, hint: say("content.address.country.hint") })}
          value={part === "addressLine1" ? street : (value[part] ?? "")}
          onChange={({ target }) => set(part, part === "country" ? target.value.toUpperCase() : target.value)}
        />
      ))}
    </div>
  );
}
