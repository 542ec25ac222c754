import { useAuth } from "@uola/browser/session/session.tsx";
import type { Security as Known } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { LoadFailed } from "@uola/ui/load-failed.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { say } from "@uola/words/site";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AuthenticatorDialog, RecoveryCodesDialog } from "./authenticator-dialog.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { deviceName } from "./device-name.ts";
import { dated, Part, Row } from "./rows.tsx";
import { type Act, type Calls, useSecurity } from "./use-security.ts";

export const head = (): Head => ({ title: say("security.title"), hidden: true });

const here = "/account/security/";
const Top = () => (
  <PageHeader title={say("security.title")} art={{ shape: "edge", hue: "green" }} hues={["yellow", "pink", "green"]}>
    <p className="mt-6">
      <TextLink href={linkTo("/account/")} alone>
        {say("security.back")}
      </TextLink>
    </p>
  </PageHeader>
);

export const Waiting = () => (
  <main id="content">
    <Top />
    <div className="page py-14">
      <Skeleton lines={10} label={say("state.loading")} />
    </div>
  </main>
);

const keysBefore = "uola.passkeys";

/** The page for sign-in methods and signed-in devices. */
export default function Security() {
  const { security, failed, load, act } = useSecurity();
  const auth = useAuth();
  const [dialog, setDialog] = useState<ReactNode>();
  const [told, setTold] = useState<string>();
  const notice = useRef<HTMLDivElement>(null);

  // The identity provider adds a passkey, and its redirect back carries no result, so the page
  // detects a new passkey by the longer list.
  const keys = security?.passkeys.length;
  useEffect(() => {
    if (keys === undefined) return;
    const before = sessionStorage.getItem(keysBefore);
    sessionStorage.removeItem(keysBefore);
    if (before !== null && keys > Number(before)) setTold(say("security.passkeys.added"));
  }, [keys]);

  // The pressed button may be gone, so the focus moves to the notice.
  useEffect(() => {
    if (told && !dialog) notice.current?.focus();
  }, [told, dialog]);

  if (!security) {
    return failed ? (
      <main id="content">
        <Top />
        <div className="page py-14">
          <LoadFailed title={say("security.failed")} retry={load}>
            {say("security.failed.do")}
          </LoadFailed>
        </div>
      </main>
    ) : (
      <Waiting />
    );
  }

  const close = () => setDialog(undefined);
  const signIn = () => auth.signIn({ returnTo: here, again: true });
  const addPasskey = () => {
    sessionStorage.setItem(keysBefore, String(keys));
    auth.signIn({ returnTo: here, passkey: true });
  };
  const ask: Ask = ({ done, call, proves = true, ...shown }) =>
    setDialog(
      <ChangeDialog
        key={shown.title}
        {...shown}
        {...(proves && { proves: security })}
        onClose={close}
        onSignIn={signIn}
        onDone={async (given) => {
          const currentPassword = given.currentPassword;
          const answer = await act((calls) => call(calls, { ...given, ...(currentPassword && { currentPassword }) }));
          if ("refusal" in answer) return answer.refusal;
          setTold(done);
          close();
          // the action may have a follow-up dialog to show
          shown.onAnswer?.(answer.answer);
          return undefined;
        }}
      />,
    );
  const showCodes = (codes: readonly string[]) =>
    setDialog(<RecoveryCodesDialog key="codes" codes={codes} onClose={close} />);
  const parts = { security, ask, act, setTold, setDialog, showCodes, close, signIn };

  return (
    <main id="content">
      <Top />
      <div className="page grid max-w-[52rem] gap-14 py-9 lg:py-14">
        <div ref={notice} tabIndex={-1} className="notices">
          <Notice hue="green">{told}</Notice>
        </div>
        <WaysIn {...parts} onAddPasskey={addPasskey} />
        <SecondFactor {...parts} />
        <DevicesAndApps
          {...parts}
          onEndAll={async () => {
            await act((calls) => calls.endAllDevices({}));
            auth.signOut();
          }}
          onEndedHere={() => go(linkTo("/"), { replace: true })}
        />
      </div>
      {dialog}
    </main>
  );
}

// biome-ignore lint/suspicious/noExplicitAny: each call gives its own answer, which its own asker reads
type Answer = any;
type Ask = (
  wish: Omit<Parameters<typeof ChangeDialog>[0], "onDone" | "onClose" | "onSignIn" | "proves"> & {
    /** Success message. */
    done: string;
    /** Whether to ask for the current password. */
    proves?: boolean;
    call: (calls: Calls, given: Record<string, string>) => Promise<Answer>;
    onAnswer?: (answer: Answer) => void;
  },
) => void;
type Shown = {
  security: Known;
  ask: Ask;
  act: Act;
  setTold: (text: string) => void;
  setDialog: (dialog: ReactNode) => void;
  showCodes: (codes: readonly string[]) => void;
  close: () => void;
  signIn: () => void;
};

function WaysIn({ security, ask, act, setTold, onAddPasskey }: Shown & { onAddPasskey: () => void }) {
  const { email, password, passkeys } = security;
  return (
    <>
      <Part id="ways" title={say("security.ways")}>
        <Row
          name={email.address}
          detail={
            email.pendingAddress
              ? say("security.email.pending", { address: email.pendingAddress })
              : say(email.isVerified ? "security.email.verified" : "security.email.unverified")
          }
        >
          {!email.isVerified && (
            <TextButton
              onClick={async () => {
                const done = await act((calls) => calls.verifyEmail({}));
                setTold(
                  "refusal" in done
                    ? say(`security.refusal.${done.refusal.kind}`)
                    : say("security.email.sent", { address: email.address }),
                );
              }}
            >
              {say("security.email.verify")}
            </TextButton>
          )}
          <TextButton
            onClick={() =>
              ask({
                title: say("security.email.title"),
                children: <p>{say("security.email.lead")}</p>,
                inputs: [{ name: "email", label: say("security.email.new"), type: "email", autoComplete: "email" }],
                action: say("security.email.send"),
                done: say("security.email.asked"),
                call: (calls, { email: address = "", ...proof }) =>
                  calls.changeEmail({ ...proof, email: address.trim() }),
              })
            }
          >
            {say("action.change")}
          </TextButton>
        </Row>
        <Row
          name={say("security.password")}
          detail={
            !password.isSet
              ? say("security.password.none")
              : password.changedDate
                ? dated("security.since", password.changedDate)
                : say("security.password.set")
          }
        >
          <TextButton
            onClick={() =>
              ask({
                title: say("security.password.title"),
                children: <p>{say("security.password.lead")}</p>,
                inputs: [
                  {
                    name: "newPassword",
                    label: say("security.password.new"),
                    hint: say("security.password.hint"),
                    type: "password",
                    autoComplete: "new-password",
                  },
                ],
                action: say("security.password.save"),
                done: say("security.password.done"),
                call: (calls, { newPassword = "", ...proof }) => calls.setPassword({ ...proof, newPassword }),
              })
            }
          >
            {say(password.isSet ? "action.change" : "security.password.add")}
          </TextButton>
        </Row>
      </Part>
      <Part id="passkeys" title={say("security.passkeys")} lead={say("security.passkeys.lead")}>
        {passkeys.map(({ id, name, createdDate, usedDate }) => (
          <Row
            key={id}
            name={name}
            detail={usedDate ? dated("security.used", usedDate) : dated("security.since", createdDate)}
          >
            <TextButton
              onClick={() =>
                ask({
                  title: say("security.passkeys.remove.title", { name }),
                  children: <p>{say("security.passkeys.remove.lead")}</p>,
                  action: say("security.remove"),
                  done: say("security.passkeys.removed", { name }),
                  call: (calls, proof) => calls.removePasskey({ ...proof, passkeyId: id }),
                })
              }
            >
              {say("security.remove")}
            </TextButton>
          </Row>
        ))}
        <p>
          <TextButton onClick={onAddPasskey}>{say("security.passkeys.add")}</TextButton>
        </p>
      </Part>
    </>
  );
}

function SecondFactor({ security, ask, act, setDialog, setTold, showCodes, close, signIn }: Shown) {
  const { authenticator, secondFactorRequired } = security;
  const begin = () =>
    ask({
      title: say("security.authenticator.on.title"),
      children: <p>{say("security.authenticator.lead")}</p>,
      action: say("action.next"),
      done: "",
      call: (calls, proof) => calls.beginAuthenticator(proof),
      onAnswer: (secret) =>
        setDialog(
          <AuthenticatorDialog
            key="authenticator"
            secret={secret}
            act={act}
            onClose={close}
            onSignIn={signIn}
            onCodes={(codes) => {
              setTold(say("security.authenticator.done"));
              showCodes(codes);
            }}
          />,
        ),
    });
  return (
    <Part id="factor" title={say("security.factor")} lead={say("security.authenticator.lead")}>
      <Row
        name={say("security.authenticator")}
        detail={
          authenticator.isOn && authenticator.since
            ? dated("security.since", authenticator.since)
            : say(secondFactorRequired ? "security.authenticator.required" : "security.authenticator.off")
        }
      >
        {authenticator.isOn ? (
          <TextButton
            onClick={() =>
              ask({
                title: say("security.authenticator.remove.title"),
                children: <p>{say("security.authenticator.remove.lead")}</p>,
                action: say("security.authenticator.turnOff"),
                done: say("security.authenticator.removed"),
                call: (calls, proof) => calls.removeAuthenticator(proof),
              })
            }
          >
            {say("security.authenticator.turnOff")}
          </TextButton>
        ) : (
          <TextButton onClick={begin}>{say("security.authenticator.on")}</TextButton>
        )}
      </Row>
      {authenticator.isOn && (
        <Row
          name={say("security.recovery")}
          detail={say("security.recovery.left", { count: authenticator.recoveryCodesLeft })}
        >
          <TextButton
            onClick={() =>
              ask({
                title: say("security.recovery.renew.title"),
                children: <p>{say("security.recovery.renew.lead")}</p>,
                action: say("security.recovery.renew"),
                done: say("security.recovery.renewed"),
                call: (calls, proof) => calls.renewRecoveryCodes(proof),
                onAnswer: ({ recoveryCodes }: { recoveryCodes: string[] }) => showCodes(recoveryCodes),
              })
            }
          >
            {say("security.recovery.renew")}
          </TextButton>
        </Row>
      )}
    </Part>
  );
}

/**
 * Returns the network if it can help a member recognize a sign-in; IPv6 networks are omitted,
 * because nobody recognizes them.
 */
const readable = (network: string | null | undefined) => (network?.includes(":") ? undefined : network);

function DevicesAndApps({
  security: { devices, apps },
  act,
  setTold,
  onEndAll,
  onEndedHere,
}: Shown & { onEndAll: () => void; onEndedHere: () => void }) {
  const end = async (id: string, current: boolean) => {
    const done = await act((calls) => calls.endDevice({ deviceId: id }));
    if ("refusal" in done) return setTold(say(`security.refusal.${done.refusal.kind}`));
    if (current) return onEndedHere();
    setTold(say("security.devices.ended"));
  };
  const disconnect = async (clientId: string, name: string) => {
    const done = await act((calls) => calls.disconnectApp({ clientId }));
    setTold(
      "refusal" in done ? say(`security.refusal.${done.refusal.kind}`) : say("security.apps.disconnected", { name }),
    );
  };
  return (
    <>
      <Part id="devices" title={say("security.devices")}>
        {devices.map(({ id, userAgent, network, createdDate, current }) => (
          <Row
            key={id}
            name={
              <>
                {deviceName(userAgent) ?? say("security.devices.unknown")}
                {current && <span className="small ml-3 text-muted">{say("security.devices.current")}</span>}
              </>
            }
            detail={[dated("security.signedInOn", createdDate), readable(network)].filter(Boolean).join(" · ")}
          >
            {!current && <TextButton onClick={() => void end(id, current)}>{say("action.signOut")}</TextButton>}
          </Row>
        ))}
        <p>
          <TextButton onClick={onEndAll}>{say("security.devices.endAll")}</TextButton>
        </p>
      </Part>
      {apps.length > 0 && (
        <Part id="apps" title={say("security.apps")} lead={say("security.apps.lead")}>
          {apps.map(({ clientId, name, connectedDate }) => (
            <Row key={clientId} name={name} detail={dated("security.since", connectedDate)}>
              <TextButton onClick={() => void disconnect(clientId, name)}>{say("security.apps.disconnect")}</TextButton>
            </Row>
          ))}
        </Part>
      )}
    </>
  );
}
