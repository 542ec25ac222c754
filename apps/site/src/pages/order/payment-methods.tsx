import { say } from "@uola/words/site";
import type { ChosenWay, Offered } from "./draft.ts";

type PayWaysProps = {
  ways: readonly Offered[];
  way: string;
  bank: string;
  /** Whether the order contains vouchers. */
  vouchers: boolean;
  choose(way: ChosenWay): void;
  chooseBank(bank: string): void;
  error?: string | undefined;
  bankError?: string | undefined;
};

/** The choice of payment method; the banks of the chosen method are listed below it. */
export function PayWays({ ways, way, bank, vouchers, choose, chooseBank, error, bankError }: PayWaysProps) {
  return (
    <fieldset id="way" tabIndex={-1} className="rule" aria-describedby={error && "way-error"}>
      <legend className="visually-hidden">{say("order.step.way")}</legend>
      {ways.map((each) => (
        <div key={each.way} className="border-b border-rule py-2">
          <label className="check">
            <input
              type="radio"
              name="way"
              value={each.way}
              checked={way === each.way}
              onChange={() => choose(each.way as ChosenWay)}
            />
            <span>
              <strong className="block">{say(`order.way.${each.way as ChosenWay}`)}</strong>
              <span className="small text-muted">
                {vouchers && each.way === "AT_DESK"
                  ? say("order.wayHint.AT_DESK.voucher")
                  : say(`order.wayHint.${each.way as ChosenWay}`)}
              </span>
            </span>
          </label>
          {way === each.way && each.banks.length > 0 && (
            <fieldset id="bank" tabIndex={-1} className="choices my-3" aria-describedby={bankError && "bank-error"}>
              <legend className="visually-hidden">{say("order.bank")}</legend>
              {each.banks.map(({ code, name }) => (
                <label key={code} className="pill">
                  <input
                    className="visually-hidden"
                    type="radio"
                    name="bank"
                    value={code}
                    checked={bank === code}
                    onChange={() => chooseBank(code)}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
          )}
        </div>
      ))}
      {error && (
        <p className="error" id="way-error">
          {error}
        </p>
      )}
      {bankError && (
        <p className="error" id="bank-error">
          {bankError}
        </p>
      )}
    </fieldset>
  );
}
