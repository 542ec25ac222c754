import { failureOf } from "@uola/browser/errors.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { DisplayedPass } from "@uola/contract";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { LoadFailed } from "@uola/ui/load-failed.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { addDays, dateLong, dayShort, localDate } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";

/**
 * The user's passes: the remaining visits, the code for the front desk, and freezing. Nothing if
 * there are none.
 */
export function Passes() {
  const read = usePlatformQuery(["passes"], async ({ passes }) => (await passes.own({})).passes, { refetch: true });
  const { data, isError, refetch } = read;
  const isLost = isError && !data;
  if (!data?.length && !isLost) return null;
  return (
    <section aria-labelledby="passes" className="grid gap-5">
      <h2 id="passes" className="day-heading">
        {say("account.passes")}
      </h2>
      {isLost && (
        <LoadFailed level={3} title={say("account.passes.lost")} retry={() => void refetch()}>
          {say("account.passes.lost.do")}
        </LoadFailed>
      )}
      <ul>
        {data?.map((shown) => (
          <OwnPass key={shown.pass.id} shown={shown} />
        ))}
      </ul>
    </section>
  );
}

function OwnPass({ shown: { pass, code, qr, visits } }: { shown: DisplayedPass }) {
  const { name, status, balance, frozenFrom, frozenUntil, freezeDaysLeft } = pass;
  const isOpen = status === "ACTIVE" || status === "NEW" || status === "FROZEN";
  return (
    <li className="grid justify-items-start gap-2 border-b border-rule py-5">
      <h3 className="title">
        {name}{" "}
        {status === "FROZEN" && <Badge hue="sky">{say("account.passes.frozen", { day: dayOf(frozenUntil) })}</Badge>}
      </h3>
      <p>
        {balance == null ? say("pass.unlimited") : say("account.passes.left", { count: balance })} · {untilOf(pass)}
      </p>
      {status === "ACTIVE" && frozenFrom && (
        <p>{say("account.passes.planned", { from: dayOf(frozenFrom), until: dayOf(frozenUntil) })}</p>
      )}
      {isOpen && (
        <details className="w-full">
          <summary className="link alone">{say("account.passes.show")}</summary>
          <figure className="mt-3 grid w-fit gap-2 bg-[#fff] p-4 text-[#0c1a4b]">
            <svg
              viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`}
              className="size-[220px]"
              role="img"
              aria-label={say("account.passes.code", { name })}
            >
              <path d={qr.path} fill="currentColor" />
            </svg>
            <figcaption className="text-center font-bold">{code}</figcaption>
          </figure>
        </details>
      )}
      {visits.length > 0 && (
        <details>
          <summary className="link alone">{say("account.passes.visits")}</summary>
          <ul className="mt-2">
            {visits.map(({ day, visits: count }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: visits are only listed, and a day may have several
              <li key={place} className="small">
                {dayShort(day)} {count !== 1 && `· ${count > 0 ? count : `−${-count}`}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {(frozenUntil || (status === "ACTIVE" && freezeDaysLeft > 0)) && <Freeze pass={pass} />}
    </li>
  );
}

function sayRefusal(error: unknown): string {
  const { code, data } = failureOf(error);
  const day = () => dayOf(String(data.day));
  if (code === "FREEZE_OVER_VISIT") return say("account.passes.visited", { day: day() });
  if (code === "PASS_PAYS_FOR_PLACES") return say("account.passes.ahead", { day: day() });
  return say("account.passes.failed");
}

const dayOf = (day: string | null | undefined) => (day ? dateLong(day) : "");

function untilOf({ status, validFrom, validUntil }: DisplayedPass["pass"]): string {
  if (status === "NEW") return say("account.passes.waits", { day: dateLong(validFrom) });
  if (status === "EXPIRED" || status === "REFUNDED") return say("account.passes.over");
  return say("account.passes.until", { day: dateLong(validUntil) });
}

/** Form to freeze a pass from one day until another, or a button to end the freeze. */
function Freeze({ pass: { id: passId, name, revision, frozenUntil, freezeDaysLeft } }: Pick<DisplayedPass, "pass">) {
  const change = usePlatformAction("passes");
  const today = localDate(new Date());
  const [{ from, until }, setDays] = useState({ from: today, until: "" });
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const act = async (work: Parameters<typeof change>[0]) => {
    setBusy(true);
    setFailure("");
    try {
      await change(work);
    } catch (error) {
      setFailure(sayRefusal(error));
    } finally {
      setBusy(false);
    }
  };
  if (frozenUntil) {
    return (
      <>
        <Notice urgent>{failure}</Notice>
        <TextButton
          about={name}
          disabled={busy}
          onClick={() => void act(({ passes }) => passes.resumeOwn({ passId, revision }))}
        >
          {say("account.passes.resume")}
        </TextButton>
      </>
    );
  }
  const last = addDays(from || today, freezeDaysLeft - 1);
  return (
    <details className="w-full">
      <summary className="link alone">{say("account.passes.freeze")}</summary>
      <form
        className="mt-3 grid max-w-[420px] gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (from < today || until < from || until > last) return setFailure(say("account.passes.wrong"));
          void act(({ passes }) => passes.freezeOwn({ passId, revision, from, until }));
        }}
      >
        <p>{say("account.passes.freeze.lead", { left: freezeDaysLeft })}</p>
        <Field
          id={`freeze-from-${passId}`}
          label={say("account.passes.from")}
          type="date"
          min={today}
          value={from}
          onChange={({ target }) => setDays({ from: target.value, until })}
        />
        <Field
          id={`freeze-until-${passId}`}
          label={say("account.passes.to")}
          type="date"
          min={from}
          max={last}
          value={until}
          onChange={({ target }) => setDays({ from, until: target.value })}
        />
        <Notice urgent>{failure}</Notice>
        <PrimaryButton small type="submit" about={name} disabled={busy} className="justify-self-start">
          {say("account.passes.freeze")}
        </PrimaryButton>
      </form>
    </details>
  );
}
