import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { cancelBooking, changeBookable } from "../../../api/items/booking-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { RuleEditor } from "./use-rule-editor.ts";

/** Saves the rules as a new version, with the way back, and cancels what was chosen among what no longer fits. */
export function useSaveRules(accountId: string, bookable: BookableRecord, editor: RuleEditor) {
  const t = useMessages();
  const [isBusy, setBusy] = useState(false);
  const { id, rules, rulesVersion } = bookable;
  const { draft, save: keep, reload } = editor;
  const undo = async (): Promise<void> => {
    const done = await changeBookable(accountId, id, { rules: rules ?? {}, rulesVersion: rulesVersion + 1 });
    const message = done.ok
      ? t("rules.undone", { version: rulesVersion, next: rulesVersion + 2 })
      : t("rules.notUndone");
    addToast({ message, sticky: !done.ok });
    await reload();
  };
  /** @param cancelled the ids of bookings that are cancelled with it @returns whether the rules hold now */
  const save = async (cancelled: readonly string[]): Promise<boolean> => {
    if (isBusy || !draft) return false;
    setBusy(true);
    const isDone = await keep(draft, rulesVersion);
    setBusy(false);
    if (!isDone) return false;
    const gone = await Promise.all(cancelled.map((booking) => cancelBooking(accountId, booking)));
    const left = gone.filter(({ ok }) => !ok).length;
    addToast({
      message: t("rules.saved", { version: rulesVersion + 1, cancelled: cancelled.length - left, left }),
      ...(rules && { action: { label: t("toast.undo"), takesBack: true, run: () => void undo() } }),
    });
    return true;
  };
  return { save, isBusy };
}
