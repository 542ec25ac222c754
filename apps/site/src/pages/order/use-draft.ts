import { useAuth } from "@uola/browser/session/session.tsx";
import { useEffect, useState } from "react";
import { keptDraft as bookingDraft } from "../../features/booking/booking-storage.ts";
import { type Draft, emptyDraft, withDefaults } from "./draft.ts";
import { keepDraft, keptDraft } from "./keep.ts";

/**
 * The checkout form, stored in the tab. Empty fields are filled from the member's profile and from
 * a booking just made.
 */
export function useDraft() {
  const { user } = useAuth();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  useEffect(() => setDraft(withDefaults(keptDraft(), bookingDraft())), []);
  useEffect(() => {
    if (user) setDraft((typed) => withDefaults(typed, user));
  }, [user]);
  const edit = (change: Partial<Draft>) => {
    // Input typed before the stored draft was read is merged with it and does not replace it.
    const changed = { ...withDefaults(draft, keptDraft()), ...change };
    setDraft(changed);
    keepDraft(changed);
  };
  return { draft, edit };
}
