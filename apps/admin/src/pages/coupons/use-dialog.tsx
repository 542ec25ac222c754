import { usePlatformAction } from "@uola/browser/use-platform.ts";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";

type Quoted = { bookingId: string; text: string };
type Props = { onClose: () => void; onDone: (said: string, undo: () => Promise<unknown>) => void };

/** Redeems a code for a booking at the front desk: first shows the discount, then uses the code. */
export function UseDialog({ onClose, onDone }: Props) {
  const write = usePlatformAction("coupons");
  const [code, setCode] = useState("");
  const [bookingCode, setBookingCode] = useState("");
  const [quoted, setQuoted] = useState<Quoted>();
  const [failure, setFailure] = useState<string>();
  const typed = (work: () => void) => {
    work();
    setQuoted(undefined);
    setFailure(undefined);
  };
  const check = () =>
    write(async ({ coupons, people }) => {
      const [booking] = (await people.search({ text: bookingCode.trim() })).bookings;
      if (!booking) return setFailure(say("coupons.use.noBooking"));
      const { quote } = await coupons.check({ code, bookingId: booking.id });
      const { name, thing, price, discount, toPay } = quote;
      const sums = { name, price: money(price), discount: money(discount), toPay: money(toPay), thing: thing ?? "" };
      const text = say(thing ? "coupons.use.thing" : "coupons.use.quote", sums);
      setQuoted({ bookingId: booking.id, text: `${booking.title}, ${booking.contactName}. ${text}` });
    });
  const use = ({ bookingId }: Quoted) =>
    write(async ({ coupons }) => {
      const { redemption } = await coupons.redeem({ code, bookingId });
      onDone(say("coupons.use.done", { code: redemption.code, discount: money(redemption.discount) }), () =>
        write(({ coupons }) => coupons.release({ redemptionId: redemption.id })),
      );
    });
  const act = () => {
    if (code.trim().length < 3 || bookingCode.trim().length < 2) return setFailure(say("coupons.use.empty"));
    setFailure(undefined);
    (quoted ? use(quoted) : check()).catch((error) => setFailure(adminErrorMessage(error)));
  };
  return (
    <FormDialog
      title={say("coupons.use")}
      sure={say(quoted ? "coupons.use.do" : "coupons.use.look")}
      giveUp={say("coupons.use.not")}
      form={act}
      onClose={onClose}
    >
      <Field
        id="use-code"
        label={say("coupons.field.code")}
        autoComplete="off"
        autoCapitalize="characters"
        value={code}
        onChange={({ target }) => typed(() => setCode(target.value))}
      />
      <Field
        id="use-booking"
        label={say("coupons.use.booking")}
        hint={say("coupons.use.booking.hint")}
        autoComplete="off"
        value={bookingCode}
        onChange={({ target }) => typed(() => setBookingCode(target.value))}
      />
      <p role="status">{quoted?.text}</p>
      <Notice urgent>{failure}</Notice>
    </FormDialog>
  );
}
