import type { Identity } from "@uola/contract";
import { say } from "@uola/words/site";
import { linkTo } from "../../loader/locale.ts";
import { TextButton, TextLink } from "../../ui/buttons.tsx";

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
      <TextLink href={linkTo("/account/security/")} alone onwards className="justify-self-start">
        {say("account.security")}
      </TextLink>
      <TextButton className="justify-self-start" onClick={onSignOut}>
        {say("action.signOut")}
      </TextButton>
    </section>
  );
}
