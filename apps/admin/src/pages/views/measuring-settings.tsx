import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { MeasuringSettings as Settings } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Check, Field } from "@uola/ui/field.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { ConsentLedger } from "./consent-ledger.tsx";
import { VitalsTable } from "./vitals-table.tsx";

/** Measurements in addition to page views; all are off until the owner enables them. */
export function MeasuringSettings({ from, to }: { from: string; to: string }) {
  const [opened, setOpened] = useState<"form" | "ledger">();
  const feedback = useFeedback();
  const { data: settings } = usePlatformQuery(
    ["measuring", "settings"],
    async ({ measuring }) => (await measuring.settings({})).settings,
  );
  if (!settings) return null;
  const { tagManagerId, webVitals, consentVersion } = settings;
  const close = () => setOpened(undefined);
  return (
    <section className="mt-10">
      <h2 className="title mb-2">{say("measuring.heading")}</h2>
      {feedback.shown}
      <p className="max-w-[68ch]">
        {tagManagerId
          ? say("measuring.container", { id: tagManagerId, version: consentVersion })
          : say("measuring.container.none")}
      </p>
      <p className="max-w-[68ch]">{say(webVitals ? "measuring.vitals.on" : "measuring.vitals.off")}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-2 mt-2">
        <TextButton onClick={() => setOpened("form")}>{say("measuring.change")}</TextButton>
        <TextButton onClick={() => setOpened("ledger")}>{say("consents.heading")}</TextButton>
      </div>
      {webVitals && <VitalsTable from={from} to={to} />}
      {opened === "form" && (
        <SettingsForm
          settings={settings}
          onClose={close}
          onDone={() => {
            close();
            feedback.done(say("measuring.done"));
          }}
        />
      )}
      {opened === "ledger" && <ConsentLedger onClose={close} />}
    </section>
  );
}

type Draft = { tagManagerId: string; webVitals: boolean; askAgain: boolean };
const keptOf = ({ tagManagerId, webVitals, revision }: Settings): StoredDraft<Draft> => ({
  draft: { tagManagerId: tagManagerId ?? "", webVitals, askAgain: false },
  revision,
});

type SettingsFormProps = { settings: Settings; onClose: () => void; onDone: () => void };

function SettingsForm({ settings, onClose, onDone }: SettingsFormProps) {
  const write = usePlatformAction("measuring");
  const form = useEntityForm<Draft>({
    label: (field) => say(`measuring.field.${field}`),
    kept: keptOf(settings),
    reread: async () => keptOf((await write(({ measuring }) => measuring.settings({}))).settings),
    save: ({ draft: { tagManagerId, webVitals, askAgain }, before }) =>
      write(({ measuring }) =>
        measuring.updateSettings({
          settings: { tagManagerId: tagManagerId.trim() || null, webVitals, revision: before.revision ?? "" },
          askAgain,
        }),
      ),
    check: ({ tagManagerId }) => ({
      ...(tagManagerId.trim() &&
        !/^GTM-[A-Z0-9]{4,12}$/.test(tagManagerId.trim()) && { tagManagerId: say("measuring.wrong.container") }),
    }),
    fieldOf: (path) => (path.endsWith("tagManagerId") ? "tagManagerId" : undefined),
    onSaved: onDone,
  });
  return (
    <FormSheet title={say("measuring.heading")} form={form} onClose={onClose}>
      <Field {...form.text("tagManagerId")} hint={say("measuring.container.hint")} />
      {settings.tagManagerId && <Check {...form.check("askAgain")} />}
      <Check {...form.check("webVitals")} />
    </FormSheet>
  );
}
