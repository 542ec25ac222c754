import type { Identity } from "@uola/contract";
import { language, locales } from "@uola/words/language";
import { say } from "@uola/words/site";
import { useState } from "react";
import { linkTo } from "../../loader/locale.ts";
import { languageNames } from "../../other-language.ts";
import { TextButton, TextLink } from "../../ui/buttons.tsx";
import { RadioGroup } from "../../ui/choices.tsx";
import { usePlatformAction } from "../../use-platform.ts";

/** Who is signed in. */
export function Profile({ identity, onSignOut }: { identity: Identity | undefined; onSignOut: () => void }) {
  const { firstName, lastName } = identity?.identityProfile ?? {};
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const email = identity?.email;
  return (
    <section aria-labelledby="profile" className="grid gap-4">
      <h2 id="profile" className="day-heading">
        {say("account.profile")}
      </h2>
      {identity && (
        <dl className="grid gap-4">
          <div>
            <dt className="text-muted">{say("account.profile.name")}</dt>
            <dd className="font-bold">{name || say("account.profile.none")}</dd>
          </div>
          <div>
            <dt className="text-muted">{say("field.email")}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{email?.address ?? say("account.profile.none")}</dd>
            {email && !email.isVerified && <dd className="small mt-1">{say("account.profile.email.unconfirmed")}</dd>}
          </div>
        </dl>
      )}
      {identity && <MailLanguage chosen={identity.identityProfile?.language ?? language()} />}
      <TextLink href={linkTo("/account/security/")} alone onwards className="justify-self-start">
        {say("account.security")}
      </TextLink>
      <TextButton className="justify-self-start" onClick={onSignOut}>
        {say("action.signOut")}
      </TextButton>
    </section>
  );
}

/** In which language mails are. A choice is kept at once. */
function MailLanguage({ chosen }: { chosen: string }) {
  const change = usePlatformAction();
  const [value, setValue] = useState(chosen.startsWith("en") ? "en" : "lt");
  const [told, setTold] = useState("");
  const choose = async (to: string) => {
    const before = value;
    setValue(to);
    setTold("");
    try {
      await change(({ members }) => members.updateMe({ profile: { language: to } }));
      setTold(say("account.profile.language.kept"));
    } catch {
      setValue(before);
      setTold(say("account.profile.language.failed"));
    }
  };
  return (
    <div className="grid gap-2">
      <RadioGroup
        legend={say("account.profile.language")}
        name="language"
        shown
        choices={locales.map((each) => ({ value: each, label: languageNames[each] }))}
        value={value}
        onChange={choose}
      />
      <p role="status" className="small">
        {told}
      </p>
    </div>
  );
}
