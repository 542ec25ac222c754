import { parseVoucherCode } from "@uola/contract/voucher-code";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type CodeReader, codeReader } from "./code-reader.ts";

type ScanProps = {
  title: string;
  onClose: () => void;
  /** Opens the voucher or pass with this code. */
  open: (code: string) => Promise<void>;
};

/** Reads a voucher or pass code with the camera, or accepts a typed code. */
export function Scan({ title, onClose, open }: ScanProps) {
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string>();
  const find = async (code: string) => {
    if (!parseVoucherCode(code)) return setFailure(say("vouchers.scan.mistyped"));
    try {
      await open(code);
    } catch (error) {
      setFailure(adminErrorMessage(error));
    }
  };
  return (
    <FormDialog
      title={title}
      sure={say("vouchers.scan.find")}
      giveUp={say("sheet.close")}
      form={() => void find(typed)}
      onClose={onClose}
    >
      <Camera onCode={(code) => void find(code)} />
      <Field
        id="voucher-code"
        label={say("vouchers.scan.code")}
        hint={say("vouchers.scan.hint")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setFailure(undefined);
        }}
      />
      <Notice urgent>{failure}</Notice>
    </FormDialog>
  );
}

const lookMs = 200;

/**
 * Camera preview that reads QR codes automatically. Access to the camera is requested when the
 * preview is shown, and the camera is released afterwards.
 */
function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOff, setOff] = useState(false);
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    if (!navigator.mediaDevices) return setOff(true);
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isLooking = false;
    let isGone = false;
    let last = "";
    const look = async (read: CodeReader) => {
      if (isLooking) return;
      isLooking = true;
      const screen = video.current;
      const found = screen?.readyState === 4 ? await read(screen).catch(() => undefined) : undefined;
      isLooking = false;
      if (isGone || !found || found === last) return;
      last = found;
      tell(found);
    };
    const open = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isGone) return stop(stream);
      if (video.current) video.current.srcObject = stream;
      const read = await codeReader();
      if (!isGone) timer = setInterval(() => void look(read), lookMs);
    };
    open().catch(() => setOff(true));
    return () => {
      isGone = true;
      clearInterval(timer);
      if (stream) stop(stream);
    };
  }, []);
  if (isOff) return null;
  return (
    <video ref={video} className="aspect-square w-full max-w-[320px] bg-ink object-cover" autoPlay playsInline muted />
  );
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};
