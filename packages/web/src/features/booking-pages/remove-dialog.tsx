import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { removeBookingPage } from "../../api/items/booking-page-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { wordsOf } from "./model.ts";
import type { OwnPages } from "./use-booking-pages.ts";

interface RemoveDialogProps {
  readonly accountId: string;
  readonly own: OwnPages;
  readonly page: BookingPageRecord;
  readonly onClose: () => void;
}

/** Asks before a page is removed, which cannot be undone: its address is nobody's for a year. */
export function RemoveDialog({ accountId, own, page, onClose }: RemoveDialogProps) {
  const t = useMessages();
  const name = isolated(wordsOf(page.title, useLanguage()));
  const remove = async (): Promise<string | undefined> => {
    const done = await own.changeInForm(() => removeBookingPage(accountId, page.id));
    if (!done.ok) return t(problemKey(wordedCode(done.problem)));
    addToast({ message: t("bookingPages.pageRemoved", { name }) });
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("bookingPages.removePageNamed", { name })}
      confirm={t("bookingPages.removePage")}
      look="dangerFill"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("bookingPages.removePageBody")}</p>
    </ConfirmDialog>
  );
}
