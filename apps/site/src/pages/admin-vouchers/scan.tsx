import { readVoucherCode } from "@uola/contract/voucher-code";
import { say } from "@uola/words/admin";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FormDialog } from "../../admin/kit/form-dialog.tsx";
import { sentenceOf } from "../../admin/kit/sentences.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;
/** What reads QR codes in this browser; nothing where it cannot. */
const detectorOf = (): DetectorClass | undefined => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

type ScanProps = {
  title: string;
  onClose: () => void;
  /** Opens what the code is of. */
  find: (code: string) => Promise<void>;
};

/** A code as somebody shows it, of a voucher or a pass: read by the camera, or typed. */
export function Scan({ title, onClose, find: look }: ScanProps) {
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string>();
  const find = async (code: string) => {
    if (!readVoucherCode(code)) return setFailure(say("vouchers.scan.mistyped"));
    try {
      await look(code);
    } catch (error) {
      setFailure(sentenceOf(error));
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
      {detectorOf() && <Camera onCode={(code) => void find(code)} />}
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

/** The camera's picture; a QR code in it is read by itself. It is asked for when it is shown, and let go afterwards. */
function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOff, setOff] = useState(false);
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    const Detector = detectorOf();
    if (!Detector || !navigator.mediaDevices) return setOff(true);
    const detector = new Detector({ formats: ["qr_code"] });
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isLooking = false;
    let isGone = false;
    let last = "";
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      const screen = video.current;
      const [found] = screen?.readyState === 4 ? await detector.detect(screen).catch(() => []) : [];
      isLooking = false;
      if (isGone) return;
      if (found && found.rawValue !== last) {
        last = found.rawValue;
        tell(last);
      }
    };
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).then(
      (opened) => {
        stream = opened;
        if (isGone) return stop(opened);
        if (video.current) video.current.srcObject = opened;
        timer = setInterval(() => void look(), lookMs);
      },
      () => setOff(true),
    );
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
