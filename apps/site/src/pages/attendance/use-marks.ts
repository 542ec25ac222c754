import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { isPassing, type Mark, type Party, pauseOf, type Queue, queued, settled, withMarks } from "./marks.ts";

const everyMs = 15_000;

/** Whether marks are on their way, wait for the network, or one was refused. */
export type Sending = { state: "idle" | "sending" | "offline"; waiting: number; refused: unknown };

/** Everybody of a session with marks; they show at once and are sent one after another until the platform has them. */
export function useMarks(sessionId: string) {
  const app = useApp();
  const queries = useQueryClient();
  const queryKey = ["attendance", sessionId];
  const { data, isError, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await (await platform(app)).bookings.sessionAttendance({ sessionId })).bookings,
    refetchInterval: everyMs,
  });
  const [queue, setQueue] = useState<Queue>(new Map());
  const [failures, setFailures] = useState(0);
  const [refused, setRefused] = useState<unknown>();
  const busy = useRef(false);

  const send = useEffectEvent(async (mark: Mark) => {
    busy.current = true;
    try {
      const { bookings } = await platform(app);
      const { attendance } = await bookings.setAttendance({ sessionId, ...mark, present: [...mark.present] });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Party[]>(queryKey, (parties) =>
        parties?.map((party) => (party.booking.id === mark.bookingId ? { ...party, attendance } : party)),
      );
      busy.current = false;
      setFailures(0);
      setQueue((before) => settled(before, mark));
    } catch (error) {
      busy.current = false;
      if (isPassing(error)) return setFailures((before) => before + 1);
      setRefused(error);
      setFailures(0);
      setQueue((before) => settled(before, mark));
      void refetch();
    }
  });
  useEffect(() => {
    const [next] = queue.values();
    if (!next || busy.current) return;
    if (failures === 0) return void send(next);
    const again = () => void (busy.current || send(next));
    const timer = setTimeout(again, pauseOf(failures) * 1000);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [queue, failures]);

  // Marks live in this page: leaving it with some unsent is asked about by the browser.
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
    parties: data && withMarks(data, queue),
    isError,
    isPending,
    refetch,
    sending,
    put(marks: readonly Mark[]) {
      setRefused(undefined);
      setQueue((before) => queued(before, marks));
    },
  };
}
