import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { ApiKey } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { dateLong, time } from "@uola/words/formats";
import { useState } from "react";
import { KeyForm } from "./key-form.tsx";
import { scopesOf, settingsKeyName } from "./scopes.ts";

type Opened = { kind: "form" } | { kind: "made"; key: string } | { kind: "revoke"; apiKey: ApiKey };

/** API keys of the programs that may call the platform. */
export function Keys({ feedback: { make } }: { feedback: Feedback }) {
  const write = usePlatformAction("apiKeys");
  const [opened, setOpened] = useState<Opened>();
  const reading = usePlatformQuery(["apiKeys"], async ({ apiKeys }) => (await apiKeys.list({})).apiKeys);
  const close = () => setOpened(undefined);
  return (
    <ListSection
      title={say("keys.title")}
      add={{ label: say("keys.add"), onClick: () => setOpened({ kind: "form" }) }}
      empty={say("keys.empty")}
      lead={say("keys.lead")}
      items={reading.data}
      reading={reading}
      row={(apiKey) => (
        <Row
          name={apiKey.name}
          marks={[
            apiKey.name === settingsKeyName && say("keys.fromSettings"),
            apiKey.revokedDate ? say("keys.revoked", { date: dateLong(apiKey.revokedDate) }) : undefined,
          ]}
          about={aboutOf(apiKey)}
          {...(!apiKey.revokedDate && {
            main: { label: say("keys.revoke"), onClick: () => setOpened({ kind: "revoke", apiKey }) },
          })}
        />
      )}
    >
      {opened?.kind === "form" && <KeyForm onClose={close} onDone={(key) => setOpened({ kind: "made", key })} />}
      {opened?.kind === "made" && <Made secret={opened.key} onClose={close} />}
      {opened?.kind === "revoke" && (
        <FormDialog
          title={say("keys.revoke.title", { name: opened.apiKey.name })}
          sure={say("keys.revoke")}
          form={() => {
            const { id: apiKeyId, name } = opened.apiKey;
            close();
            void make(() => write(({ apiKeys }) => apiKeys.revoke({ apiKeyId })), say("keys.revoked.now", { name }));
          }}
          onClose={close}
        >
          <p>{say("keys.revoke.lead")}</p>
          {opened.apiKey.name === settingsKeyName && <p className="mt-3">{say("keys.revoke.settings")}</p>}
        </FormDialog>
      )}
    </ListSection>
  );
}

/** Describes the permissions of a key, its expiry and its last use. */
function aboutOf({ readOnly, features, createdDate, expiresDate, usedDate }: ApiKey): string {
  const { whole, rest } = scopesOf(features ?? []);
  const reaches = features
    ? [...whole.map((scope) => say(`keys.scope.${scope}`)), ...rest].join(", ")
    : say("keys.all");
  return [
    readOnly ? `${say("keys.reads")}: ${reaches}` : reaches,
    say("keys.made", { date: dateLong(createdDate) }),
    expiresDate && say(expiresDate > new Date() ? "keys.until" : "keys.ended", { date: dateLong(expiresDate) }),
    usedDate ? say("keys.used", { date: dateLong(usedDate), time: time(usedDate) }) : say("keys.unused"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Shows the secret, which cannot be shown again later. */
function Made({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <FormDialog
      title={say("keys.made.title")}
      sure={say("keys.made.done")}
      giveUp={say("sheet.close")}
      form={onClose}
      onClose={onClose}
    >
      <p>{say("keys.made.lead")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre className="public-key" tabIndex={0}>
        {secret}
      </pre>
      <p className="mb-5">
        <TextButton onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}>
          {say("keys.made.copy")}
        </TextButton>
        <span role="status" className="ml-4">
          {isCopied && say("keys.made.copied")}
        </span>
      </p>
    </FormDialog>
  );
}
