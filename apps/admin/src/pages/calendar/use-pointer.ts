import type { Session } from "@uola/contract";
import type { Day } from "@uola/words/formats";
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { minuteOf } from "./layout.ts";
import { isSame, lengthenedBy, movedTo, snapped, type Times, timesDrawn } from "./moves.ts";

/** How far a press must move to count as a drag and not as a click, in px. */
const slack = 5;

type Drag =
  | { kind: "move" | "lengthen"; session: Session; grip: number; x: number; y: number }
  | { kind: "draw"; day: Day; from: number; x: number; y: number };

type Spot = { day: Day; minute: number };
type Wishes = { onMoved: (session: Session, to: Times) => void; onDrawn: (times: Times) => void };

/**
 * Handles dragging sessions and drawing new ones with a mouse or a pen. On a touch screen a swipe
 * scrolls, and a tap draws one hour.
 */
export function usePointer({ onMoved, onDrawn }: Wishes) {
  const drag = useRef<Drag>(undefined);
  const [moving, setMoving] = useState<{ session: Session; to: Times }>();
  const [draft, setDraft] = useState<{ day: Day; from: number; to: number }>();
  /** A drag also fires a click, which must be ignored. */
  const dragged = useRef(false);

  const end = () => {
    drag.current = undefined;
    setMoving(undefined);
    setDraft(undefined);
  };
  const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
    const held = drag.current;
    if (!held) return;
    if (!dragged.current && Math.hypot(event.clientX - held.x, event.clientY - held.y) < slack) return;
    const spot = spotAt(event.clientX, event.clientY);
    if (!spot) return;
    dragged.current = true;
    event.preventDefault();
    if (held.kind === "draw") setDraft({ day: held.day, from: held.from, to: snapped(spot.minute) });
    else setMoving({ session: held.session, to: timesOf(held, spot) });
  });
  const onUp = useEffectEvent((event: globalThis.PointerEvent) => {
    const held = drag.current;
    if (!held) return;
    const wasDragged = dragged.current;
    const spot = spotAt(event.clientX, event.clientY);
    if (event.type === "pointerup" && held.kind === "draw") {
      const isTap = !wasDragged && Math.hypot(event.clientX - held.x, event.clientY - held.y) < slack;
      if (wasDragged || isTap) onDrawn(timesDrawn(held.day, held.from, wasDragged && spot ? spot.minute : held.from));
    } else if (event.type === "pointerup" && held.kind !== "draw" && wasDragged && moving) {
      if (!isSame(moving.to, held.session)) onMoved(held.session, moving.to);
    }
    end();
  });
  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === "Escape" && drag.current) {
      event.preventDefault();
      end();
    }
  });
  useEffect(() => {
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onUp);
    addEventListener("keydown", onEscape);
    return () => {
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", onUp);
      removeEventListener("keydown", onEscape);
    };
  }, []);

  const start = (event: PointerEvent<HTMLElement>, held: Drag) => {
    dragged.current = false;
    if (event.button === 0) drag.current = held;
  };
  return {
    moving,
    draft: draft && { day: draft.day, from: Math.min(draft.from, draft.to), to: Math.max(draft.from, draft.to) },
    wasDragged: () => dragged.current,
    grab(event: PointerEvent<HTMLElement>, session: Session, edge: boolean) {
      dragged.current = false;
      const spot = spotAt(event.clientX, event.clientY);
      if (event.pointerType === "touch" || session.status === "CANCELLED" || !spot) return;
      const grip = spot.minute - minuteOf(edge ? session.endDate : session.startDate);
      start(event, { kind: edge ? "lengthen" : "move", session, grip, x: event.clientX, y: event.clientY });
    },
    draw(event: PointerEvent<HTMLElement>, day: Day) {
      const spot = spotAt(event.clientX, event.clientY);
      if (spot) start(event, { kind: "draw", day, from: spot.minute, x: event.clientX, y: event.clientY });
    },
  };
}

function timesOf({ kind, session, grip }: Extract<Drag, { session: Session }>, { day, minute }: Spot): Times {
  const at = snapped(minute - grip);
  return kind === "move" ? movedTo(session, day, at) : lengthenedBy(session, at - minuteOf(session.endDate));
}

/** Returns the day and the minute at a point of the screen. */
function spotAt(x: number, y: number): Spot | undefined {
  const areas = [...document.querySelectorAll<HTMLElement>(".calendar-area")];
  const area = areas.find((each) => {
    const { left, right } = each.getBoundingClientRect();
    return x >= left && x < right;
  });
  const { day, from } = area?.dataset ?? {};
  if (!area || !day) return undefined;
  const { top, height } = area.getBoundingClientRect();
  const hours = Number(getComputedStyle(area).getPropertyValue("--hours"));
  return { day, minute: Number(from) * 60 + ((y - top) / height) * hours * 60 };
}
