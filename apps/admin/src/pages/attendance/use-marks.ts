import { isTemporary } from "@uola/browser/errors.ts";
import { setCachedResponse, usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Mark, type Party, type Queue, queued, retryDelaySeconds, settled, withMarks } from "./marks.ts";

const everyMs = 15_000;

/** Whether marks are being sent or wait for the network, and the last rejection. */
export type Sending = { state: "idle" | "sending" | "offline"; waiting: number; refused: unknown };

/**
 * Returns the parties of a session with their marks. Changes are shown immediately and are sent one
 * after another until the platform has accepted them.
 */
export function useMarks(sessionId: string) {
  const act = usePlatformAction();
  const key = ["attendance", sessionId];
  const reading = usePlatformQuery(
    key,
    async ({ bookings }) => (await bookings.sessionAttendance({ sessionId })).bookings,
    { everyMs },
  );
  const [queue, setQueue] = useState<Queue>(new Map());
  const [failures, setFailures] = useState(0);
  const [refused, setRefused] = useState<unknown>();
  const busy = useRef(false);

  const send = useEffectEvent(async (mark: Mark) => {
    busy.current = true;
    try {
      const { attendance } = await act(({ bookings }) =>
        bookings.setAttendance({ sessionId, ...mark, present: [...mark.present] }),
      );
      await setCachedResponse<Party[]>(key, (parties) =>
        parties?.map((party) => (party.booking.id === mark.bookingId ? { ...party, attendance } : party)),
      );
      busy.current = false;
      setFailures(0);
      setQueue((before) => settled(before, mark));
    } catch (error) {
      busy.current = false;
      if (isTemporary(error)) return setFailures((before) => before + 1);
      setRefused(error);
      setFailures(0);
      setQueue((before) => settled(before, mark));
      void reading.refetch();
    }
  });
  useEffect(() => {
    const [next] = queue.values();
    if (!next || busy.current) return;
    if (failures === 0) return void send(next);
    const again = () => void (busy.current || send(next));
    const timer = setTimeout(again, retryDelaySeconds(failures) * 1000);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [queue, failures]);

  // Marks exist only in this page, so the browser asks for confirmation before the user leaves the
  // page with unsent marks.
  useEffect(() => {
    if (queue.size === 0) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", hold);
    return () => removeEventListener("beforeunload", hold);
  }, [queue]);

  const sending: Sending = {
    state: queue.size === 0 ? "idle" : failures > 0 ? "offline" : "sending",
    waiting: queue.size,
    refused,
  };
  return {
    reading: { ...reading, data: reading.data && withMarks(reading.data, queue) },
    sending,
    put(marks: readonly Mark[]) {
      setRefused(undefined);
      setQueue((before) => queued(before, marks));
    },
  };
}
