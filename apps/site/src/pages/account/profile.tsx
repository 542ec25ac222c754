import { languageNames } from "@uola/browser/other-language.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Identity } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { PrimaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field } from "@uola/ui/field.tsx";
import { language, locales } from "@uola/words/language";
import { say } from "@uola/words/site";
import { useState } from "react";
import { errorsOf, inputsOf, onSubmit, useForm } from "../../features/use-form.ts";
import { draftOf, type ProfileDraft, problemsInProfile, profileChange } from "./profile-draft.ts";

/** The signed-in user. */
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
            <dt className="text-muted">{say("field.phone")}</dt>
            <dd className="font-bold">{identity.identityProfile?.phones?.[0] || say("account.profile.none")}</dd>
          </div>
          <div>
            <dt className="text-muted">{say("field.email")}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{email?.address ?? say("account.profile.none")}</dd>
            {email && !email.isVerified && <dd className="small mt-1">{say("account.profile.email.unconfirmed")}</dd>}
          </div>
        </dl>
      )}
      {identity && <EditProfile key={identity.revision} profile={identity.identityProfile ?? {}} />}
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

type Names = NonNullable<Identity["identityProfile"]>;

/** A button that opens the profile form. */
function EditProfile({ profile }: { profile: Names }) {
  const [open, setOpen] = useState(false);
  if (open) return <ProfileForm profile={profile} onClose={() => setOpen(false)} />;
  return (
    <TextButton className="justify-self-start" onClick={() => setOpen(true)}>
      {say("account.profile.edit")}
    </TextButton>
  );
}

/**
 * Form for first name, last name and phone number. Existing bookings keep the details given when
 * they were made.
 */
function ProfileForm({ profile, onClose }: { profile: Names; onClose: () => void }) {
  const change = usePlatformAction("mine");
  const form = useForm<ProfileDraft>({ empty: draftOf(profile) });
  const bound = inputsOf(form, errorsOf(form.problems, ({ text }) => text).of, "profile-");
  const input = (name: keyof ProfileDraft) => ({ ...bound(name), maxLength: name === "phone" ? 40 : 100 });
  const post = async (draft: ProfileDraft) => {
    await change(({ members }) => members.updateMe({ profile: profileChange(draft, profile.phones) }));
    onClose();
  };
  const save = () => form.submit(problemsInProfile, post, () => ({ why: say("account.profile.language.failed") }));
  return (
    <form
      noValidate
      method="post"
      className="grid gap-4"
      aria-label={say("account.profile.edit")}
      onSubmit={onSubmit(save)}
    >
      <Field label={say("field.firstName")} autoComplete="given-name" required {...input("firstName")} />
      <Field
        label={say("field.lastName")}
        autoComplete="family-name"
        optional={say("field.optional")}
        {...input("lastName")}
      />
      <Field
        label={say("field.phone")}
        type="tel"
        autoComplete="tel"
        optional={say("field.optional")}
        {...input("phone")}
      />
      <p className="small text-muted">{say("account.profile.edit.bookings")}</p>
      {form.refusal && (
        <p role="alert" className="error">
          {form.refusal.why}
        </p>
      )}
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <PrimaryButton type="submit" small>
          {say("account.profile.save")}
        </PrimaryButton>
        <TextButton onClick={onClose}>{say("account.profile.keep")}</TextButton>
      </div>
    </form>
  );
}

/** Selector for the language of emails. A selection is saved at once. */
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
