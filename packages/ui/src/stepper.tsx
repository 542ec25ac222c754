import { RoundButton } from "./buttons.tsx";

type StepperProps = {
  label: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
  /** The labels of the two buttons, and the value with its noun: "2 dalyviai". */
  words: { fewer: string; more: string; value: string };
};

export function Stepper({ label, value, min = 1, max, onChange, words }: StepperProps) {
  return (
    <fieldset className="stepper">
      <legend className="visually-hidden">{label}</legend>
      <RoundButton icon="minus" label={words.fewer} disabled={value <= min} onClick={() => onChange(value - 1)} />
      <output aria-live="polite">
        <span aria-hidden="true">{value}</span>
        <span className="visually-hidden">{words.value}</span>
      </output>
      <RoundButton icon="plus" label={words.more} disabled={value >= max} onClick={() => onChange(value + 1)} />
    </fieldset>
  );
}
