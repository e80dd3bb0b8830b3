import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { changeBookingPage, changePageFrom } from "../../../api/items/booking-page-api.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { bothChanged, isTold, onTopOf, type Meanwhile } from "../meanwhile/merge.ts";
import { wordsOf } from "../model.ts";
import type { OwnPages } from "../use-booking-pages.ts";
import { changedFields, draftOfPage, type PageDraft } from "./page-record.ts";

/** What came of saving a page; `meanwhile`: somebody else has changed the same, and nothing was saved. */
export interface PageOutcome {
  readonly problem?: ApiProblem;
  readonly meanwhile?: PageDraft;
}

export type SavePage = (
  page: BookingPageRecord,
  before: PageDraft,
  changes: Partial<PageDraft>,
  told: Meanwhile<PageDraft>,
) => Promise<PageOutcome>;

const UNSAVED: ApiProblem = { kind: "refused", status: 409, code: "stateMismatch", fields: {} };

/**
 * Saves what has changed of a page, and leaves alone what others have changed of it since. Where they have changed the same otherwise, that
 * is told once before it is saved. Undo puts back the same fields, and nothing else.
 */
export function useSavePage(accountId: string, own: OwnPages): SavePage {
  const t = useMessages();
  const language = useLanguage();
  return async ({ id, title }, before, changes, told) => {
    if (Object.keys(changes).length === 0) return {};
    const mine = { ...before, ...changes };
    let theirs = before;
    let isContested = false;
    const done = await own.changeInForm(() =>
      changePageFrom(accountId, id, (page) => {
        theirs = draftOfPage(page);
        isContested =
          bothChanged({ ...before }, { ...mine }, { ...theirs }).length > 0 && !isTold(told, theirs);
        if (isContested) return failed(UNSAVED);
        const after = onTopOf({ ...before }, { ...mine }, { ...theirs }) as unknown as PageDraft;
        return ok(changedFields(theirs, after));
      }),
    );
    if (!done.ok) return isContested ? { meanwhile: theirs } : { problem: done.problem };
    const keys = Object.keys(changes) as (keyof PageDraft)[];
    const former = Object.fromEntries(keys.map((key) => [key, theirs[key]]));
    addToast({
      message: t("bookingPages.pageSaved", { name: isolated(wordsOf(changes.title ?? title, language)) }),
      action: {
        label: t("action.undo"),
        takesBack: true,
        run: () => void own.change(() => changeBookingPage(accountId, id, former)),
      },
    });
    return {};
  };
}
