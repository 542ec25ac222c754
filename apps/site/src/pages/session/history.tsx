import { say } from "@uola/words/admin";
import { dayShort, time } from "@uola/words/formats";
import { useState } from "react";
import { actionOf, actorOf, linesOf } from "./history-lines.ts";
import { useHistory } from "./use-session-page.ts";

/** What happened to something, newest first; read when it is opened. */
export function History({ entityId, name }: { entityId: string; name?: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useHistory(entityId, isOpen);
  return (
    <details className="history-lines" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {say("session.history")}
        {name && <span className="visually-hidden">: {name}</span>}
      </summary>
      {isOpen && !data && <p role="status">{say(isError ? "session.history.failed" : "loading")}</p>}
      {data?.length === 0 && <p>{say("session.history.none")}</p>}
      <ol>
        {data?.map((entry) => (
          <li key={entry.id}>
            <b>{actionOf(entry)}</b>{" "}
            <span className="text-muted">
              {dayShort(entry.createdDate)}, {time(entry.createdDate)} · {actorOf(entry)}
            </span>
            {linesOf(entry).map((line) => (
              <p key={line}>{line}</p>
            ))}
            {entry.reason && <p>{say("session.history.reason", { reason: entry.reason })}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
