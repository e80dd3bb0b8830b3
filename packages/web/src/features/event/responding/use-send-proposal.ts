import { useState } from "react";
import { proposeTime } from "../../../api/items/guest-mail-api.ts";
import { signUpIdOf } from "../../../api/items/sign-up-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { accountOfKey, idOfKey } from "../../../store/items/entries.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { problemText } from "../actions/problem-text.ts";

export const MOST_OF_A_NOTE = 1_000;

/** Whole days are from midnight to midnight in UTC. */
interface ProposedTimes {
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
}

/** Returns what sends a guest's proposal to the organizer, and says afterwards what became of it. */
export function useSendProposal({ entry, recurrenceId }: ShownOccurrence, onSent: () => void) {
  const t = useMessages();
  const [isSending, setSending] = useState(false);
  const name = isolated(arrangerOf(entry.event) ?? "");
  const eventId = signUpIdOf(idOfKey(entry.key), recurrenceId);
  const sendProposal = (times: ProposedTimes, note: string): void => {
    setSending(true);
    void proposeTime(accountOfKey(entry.key), { eventId, ...times, note: note.trim() }).then((done) => {
      setSending(false);
      if (!done.ok) return void addToast({ message: problemText(done.problem, t), sticky: true });
      addToast({ message: t("toast.proposed", { name }) });
      onSent();
    });
  };
  return { isSending, sendProposal };
}
