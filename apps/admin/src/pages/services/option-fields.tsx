import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { moveItem } from "@uola/ui/kit/order.ts";
import type { EntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { type Choice, combinationsOf, keyOf, type Option, optionLimits, priceOf } from "./options.ts";
import type { Draft } from "./service-fields.tsx";

const newChoice = (): Choice => ({ id: crypto.randomUUID(), name: "" });
const newOption = (): Option => ({ id: crypto.randomUUID(), name: "", choices: [newChoice(), newChoice()] });

/**
 * Inputs for options of each participant, such as adult or child, and for the price of each
 * combination.
 */
export function OptionFields({ form: { draft, set, wrong, label } }: { form: EntityForm<Draft> }) {
  const { list, prices } = draft.options;
  const put = (list: Option[]) => set({ options: { list, prices } });
  const change = (index: number, part: Partial<Option>) =>
    put(list.map((option, at) => (at === index ? { ...option, ...part } : option)));
  const combinations = combinationsOf(list);
  const priceField = (combination: readonly Choice[], text: string) => (
    <MoneyField
      id={`option-price-${combinations.findIndex((each) => keyOf(each) === keyOf(combination))}`}
      label={text}
      value={priceOf(draft.options, combination, draft.price)}
      onChange={(typed) => set({ options: { list, prices: { ...prices, [keyOf(combination)]: typed } } })}
    />
  );
  return (
    <fieldset id="options" className="field" tabIndex={-1}>
      <legend className="label">{label("options")}</legend>
      <p className="hint">{say("services.options.hint")}</p>
      {list.map((option, index) => (
        <OptionPart
          key={option.id}
          option={option}
          number={index + 1}
          onChange={(part) => change(index, part)}
          onEarlier={index > 0 ? () => put(moveItem(list, index, index - 1)) : undefined}
          onRemove={() => put(list.filter((_, at) => at !== index))}
          priceOf={list.length === 1 ? (choice) => priceField([choice], label("price")) : undefined}
        />
      ))}
      {list.length > 1 && combinations.length <= optionLimits.combinations && (
        <fieldset className="field">
          <legend className="label">{say("services.options.prices")}</legend>
          <p className="hint">{say("services.options.prices.hint")}</p>
          <div className="form-pair">
            {combinations.map((combination) => (
              <div key={keyOf(combination)}>
                {priceField(combination, combination.map(({ name }) => name.trim() || "…").join(", "))}
              </div>
            ))}
          </div>
        </fieldset>
      )}
      {wrong.options && <p className="error">{wrong.options}</p>}
      {list.length < optionLimits.options && (
        <TextButton className="justify-self-start" onClick={() => put([...list, newOption()])}>
          {say(list.length === 0 ? "services.options.first" : "services.options.another")}
        </TextButton>
      )}
    </fieldset>
  );
}

type OptionPartProps = {
  option: Option;
  number: number;
  onChange: (part: Partial<Option>) => void;
  onEarlier: (() => void) | undefined;
  onRemove: () => void;
  /** Renders the price field of a choice if that choice alone determines the price. */
  priceOf: ((choice: Choice) => ReactNode) | undefined;
};

/** Inputs for one option: its name and choices. */
function OptionPart({ option, number, onChange, onEarlier, onRemove, priceOf }: OptionPartProps) {
  const { id, name, choices } = option;
  return (
    <fieldset className="option-part field">
      <legend className="visually-hidden">{name || say("services.options.number", { number })}</legend>
      <div className="option-line">
        <Field
          id={`option-${id}`}
          label={say("services.options.name", { number })}
          value={name}
          maxLength={100}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        {onEarlier && (
          <RoundButton bare icon="up" label={say("services.options.earlier", { number })} onClick={onEarlier} />
        )}
        <RoundButton bare icon="close" label={say("services.options.removeAll", { number })} onClick={onRemove} />
      </div>
      {choices.map((choice, index) => (
        <div key={choice.id} className="option-line">
          <Field
            id={`choice-${choice.id}`}
            label={say("services.options.choice", { number: index + 1 })}
            value={choice.name}
            maxLength={100}
            onChange={({ target }) =>
              onChange({ choices: choices.map((each, at) => (at === index ? { ...each, name: target.value } : each)) })
            }
          />
          {priceOf?.(choice)}
          {index > 0 && (
            <RoundButton
              bare
              icon="up"
              label={say("services.options.choice.earlier", { number: index + 1 })}
              onClick={() => onChange({ choices: moveItem(choices, index, index - 1) })}
            />
          )}
          <RoundButton
            bare
            icon="close"
            label={say("services.options.remove", { number: index + 1 })}
            onClick={() => onChange({ choices: choices.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {choices.length < optionLimits.choices && (
        <TextButton className="justify-self-start" onClick={() => onChange({ choices: [...choices, newChoice()] })}>
          {say("services.options.add")}
        </TextButton>
      )}
    </fieldset>
  );
}
