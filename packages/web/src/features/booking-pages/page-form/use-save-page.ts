import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { changeBookingPage } from "../../../api/items/booking-page-api.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { wordsOf } from "../model.ts";
import type { OwnPages } from "../use-booking-pages.ts";
import type { PageDraft } from "./page-record.ts";

/** Saves what has changed of a page; gives what was in the way. Undo puts back the same fields, and nothing else. */
export function useSavePage(
  accountId: string,
  own: OwnPages,
): (
  page: BookingPageRecord,
  before: PageDraft,
  changes: Partial<PageDraft>,
) => Promise<ApiProblem | undefined> {
  const t = useMessages();
  const language = useLanguage();
  return async ({ id, title }, before, changes) => {
    const keys = Object.keys(changes) as (keyof PageDraft)[];
    if (keys.length === 0) return undefined;
    const done = await own.changeInForm(() => changeBookingPage(accountId, id, changes));
    if (!done.ok) return done.problem;
    const former = Object.fromEntries(keys.map((key) => [key, before[key]]));
    addToast({
      message: t("bookingPages.pageSaved", { name: isolated(wordsOf(changes.title ?? title, language)) }),
      action: {
        label: t("action.undo"),
        takesBack: true,
        run: () => void own.change(() => changeBookingPage(accountId, id, former)),
      },
    });
    return undefined;
  };
}
