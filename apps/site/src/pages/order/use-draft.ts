import { useEffect, useState } from "react";
import { useAuth } from "../../session.tsx";
import { keptDraft as bookingDraft } from "../booking/keep.ts";
import { type Draft, emptyDraft, filledIn } from "./draft.ts";
import { keepDraft, keptDraft } from "./keep.ts";

/** What is typed, kept in the tab; what is known of a member and of who has just booked fills what is empty. */
export function useDraft() {
  const { user } = useAuth();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  useEffect(() => setDraft(filledIn(keptDraft(), bookingDraft())), []);
  useEffect(() => {
    if (user) setDraft((typed) => filledIn(typed, user));
  }, [user]);
  const edit = (change: Partial<Draft>) => {
    // What is typed before the tab's draft has been read is added to it, and does not take its place.
    const changed = { ...filledIn(draft, keptDraft()), ...change };
    setDraft(changed);
    keepDraft(changed);
  };
  return { draft, edit };
}
