import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { ErrorSummary } from "@uola/ui/error-summary.tsx";
import { Field } from "@uola/ui/field.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { Notice, Toast } from "@uola/ui/notice.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { useState } from "react";
import { longText, Part, Side } from "./part.tsx";

type Open = "dialog" | "sheet" | "wide sheet" | "changed sheet" | "toast" | "summary";
const all: Open[] = ["dialog", "sheet", "wide sheet", "changed sheet", "toast", "summary"];

export function Messages() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Part name="Messages">
        <Notice>Užsiėmimas prasideda už pusvalandžio.</Notice>
        <Notice hue="pink">{longText}</Notice>
        <Skeleton label="Įkeliama…" />
        {open === "summary" && (
          <ErrorSummary title="Dar ne viskas" errors={[{ field: "wrong", text: longText }]}>
            <p>Niekas nedingo.</p>
          </ErrorSummary>
        )}
        <Toast {...(open === "toast" && { undo: { label: "Grąžinti", onClick: close, key: "Z" } })}>
          {open === "toast" ? "Paslauga paslėpta." : undefined}
        </Toast>
      </Part>
      <Part name="Overlays">
        <Side>
          {all.map((each) => (
            <SecondaryButton key={each} onClick={() => setOpen(each)}>
              {each}
            </SecondaryButton>
          ))}
        </Side>
        {open === "dialog" && (
          <Overlay title={longText} close="Uždaryti" onClose={close}>
            <Field id="in-dialog" label="Žinutė" />
            <PrimaryButton className="mt-6" onClick={close}>
              Atšaukti rezervaciją
            </PrimaryButton>
          </Overlay>
        )}
        {open?.endsWith("sheet") && (
          <Sheet title={longText} wide={open === "wide sheet"} isChanged={open === "changed sheet"} onClose={close}>
            <Field id="in-sheet" label="Pavadinimas" />
            <footer className="sheet-foot">
              <PrimaryButton onClick={close}>Įrašyti</PrimaryButton>
            </footer>
          </Sheet>
        )}
      </Part>
    </>
  );
}
