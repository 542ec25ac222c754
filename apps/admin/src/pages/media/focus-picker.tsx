import type { MediaFile } from "@uola/contract";
import { focusPosition } from "@uola/contract/media-reference";
import { TextButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import type { KeyboardEvent, MouseEvent } from "react";
import { type FocalPoint, focusText, moved, pointIn } from "./focus.ts";

type FocusPickerProps = {
  file: Pick<MediaFile, "thumbnailUrl" | "alt" | "width" | "height">;
  value: FocalPoint | null;
  onChange: (value: FocalPoint | null) => void;
};

/** Aspect ratios to which pages crop pictures; used to preview the result. */
const shapes = [
  { shape: 1, look: "aspect-square" },
  { shape: 3 / 2, look: "aspect-[3/2]" },
  { shape: 2, look: "aspect-[2/1]" },
];

/**
 * Sets the focal point of a picture by a tap or with the arrow keys. The focal point is never
 * cropped away.
 */
export function FocusPicker({ file: { thumbnailUrl, alt, width, height }, value, onChange }: FocusPickerProps) {
  if (!thumbnailUrl) return null;
  const byTap = ({ detail, clientX, clientY, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // A click triggered from the keyboard has no position; the arrow keys move the point instead.
    if (detail > 0) onChange(pointIn(currentTarget.getBoundingClientRect(), { x: clientX, y: clientY }));
  };
  const byKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = moved(value, event.key);
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <fieldset className="m-0 mb-5 grid justify-items-start gap-3 border-0 p-0">
      <legend className="mb-1 p-0 font-bold">{say("media.focus")}</legend>
      <button
        type="button"
        className="relative block max-w-full cursor-crosshair border-0 bg-transparent p-0"
        aria-label={say("media.focus.choose")}
        aria-describedby="focus-hint focus-now"
        onClick={byTap}
        onKeyDown={byKey}
      >
        <img src={thumbnailUrl} alt={alt} className="block h-auto max-w-full" />
        {value && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-4 border-chalk outline-2 outline-ink"
            style={{ left: `${value.x * 100}%`, top: `${value.y * 100}%` }}
          />
        )}
      </button>
      <p id="focus-hint" className="hint">
        {say("media.focus.hint")}
      </p>
      <p id="focus-now" role="status">
        {focusText(value)}
      </p>
      {value && (
        <>
          <div className="flex items-end gap-3" aria-hidden="true">
            {shapes.map(({ shape, look }) => (
              <img
                key={look}
                src={thumbnailUrl}
                alt=""
                className={`h-20 object-cover ${look}`}
                style={{ objectPosition: focusPosition(value, (width ?? 1) / (height ?? 1) / shape) }}
              />
            ))}
          </div>
          <TextButton onClick={() => onChange(null)}>{say("media.focus.clear")}</TextButton>
        </>
      )}
    </fieldset>
  );
}
