import type { BookingPageRecord, PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { changePageFrom, changePageTypes } from "../../api/items/booking-page-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";
import { anotherType, emptyType } from "./editor/type-record.ts";
import { isContested, isTold, mergedType, type Meanwhile } from "./meanwhile/merge.ts";
import { wordsOf } from "./model.ts";
import type { OwnPages } from "./use-booking-pages.ts";

/** An event type that is opened in the editor. */
export interface AskedType {
  readonly page: BookingPageRecord;
  readonly type: PageEventTypeRecord;
  /** the one that it is a copy of, and stands behind; one that the page does not have stands last */
  readonly after?: string;
}

/** What is done with the event types of a page. */
export interface TypeActs {
  readonly edit: (page: BookingPageRecord, type: PageEventTypeRecord) => void;
  readonly add: (page: BookingPageRecord) => void;
  readonly duplicate: (page: BookingPageRecord, type: PageEventTypeRecord) => void;
  readonly move: (page: BookingPageRecord, type: PageEventTypeRecord, by: -1 | 1) => void;
  readonly remove: (page: BookingPageRecord, type: PageEventTypeRecord) => void;
}

type Types = readonly PageEventTypeRecord[];

const without = (types: Types, id: string): Types => types.filter((each) => each.id !== id);
/** With one where it was, or as near to that as there is. */
const withAt = (types: Types, type: PageEventTypeRecord, at: number): Types =>
  without(types, type.id).toSpliced(at, 0, type);
/** With one in the place of what has its id; behind another, or last, where there is none. */
function withType(types: Types, type: PageEventTypeRecord, after?: string): Types {
  const at = types.findIndex(({ id }) => id === type.id);
  if (at >= 0) return types.with(at, type);
  const before = types.findIndex(({ id }) => id === after);
  return types.toSpliced(before < 0 ? types.length : before + 1, 0, type);
}

/** Opens event types in the editor, and moves and removes them; a removal can be undone. */
export function useTypeActs(accountId: string, own: OwnPages, onOpen: (asked: AskedType) => void): TypeActs {
  const t = useMessages();
  const language = useLanguage();
  const { put, sayUndoable } = usePutTypes(accountId, own);
  const remove = async (page: BookingPageRecord, type: PageEventTypeRecord): Promise<void> => {
    const at = page.types.findIndex(({ id }) => id === type.id);
    if (!(await put(page, (types) => without(types, type.id)))) return;
    const name = isolated(wordsOf(type.title, language));
    sayUndoable(t("bookingPages.typeRemoved", { name }), page, (types) => withAt(types, type, at));
  };
  return {
    edit: (page, type) => onOpen({ page, type }),
    add(page) {
      const [model] = page.types;
      if (model) onOpen({ page, type: anotherType(emptyType(model), {}, page.types) });
    },
    duplicate(page, type) {
      const { en, sv } = type.title;
      const title = {
        ...(en !== undefined && { en: t("bookingPages.copyOf", { name: en }) }),
        ...(sv !== undefined && { sv: t("bookingPages.copyOf", { name: sv }) }),
      };
      onOpen({ page, type: anotherType(type, title, page.types), after: type.id });
    },
    move(page, type, by) {
      void put(page, (types) => {
        const at = types.findIndex(({ id }) => id === type.id);
        const found = types[at];
        return found ? withAt(types, found, Math.max(0, at + by)) : types;
      });
    },
    remove: (page, type) => void remove(page, type),
  };
}

/** What came of saving: nothing was in the way, something was, or somebody else has changed the same meanwhile. */
export interface SaveOutcome {
  readonly problem?: ApiProblem;
  /** what they made of it; nothing was saved */
  readonly meanwhile?: PageEventTypeRecord | "gone";
}

export type SaveType = (
  asked: AskedType,
  type: PageEventTypeRecord,
  told: Meanwhile<PageEventTypeRecord>,
) => Promise<SaveOutcome>;

/**
 * Saves an event type from the editor, on top of what others have made of it since it was opened. Where they have changed the same
 * otherwise, that is told, and nothing is saved before somebody who has been told saves again. Undo takes back what was changed here.
 */
export function useSaveType(accountId: string, own: OwnPages): SaveType {
  const t = useMessages();
  const language = useLanguage();
  const { sayUndoable } = usePutTypes(accountId, own);
  return async ({ page, type: before, after }, type, told) => {
    const isNew = page.types.every(({ id }) => id !== before.id);
    let meanwhile: PageEventTypeRecord | "gone" | undefined;
    let saved = type;
    let former: PageEventTypeRecord | undefined;
    const done = await own.changeInForm(() =>
      changePageFrom(accountId, page.id, ({ types }) => {
        const theirs = types.find(({ id }) => id === type.id);
        meanwhile = isNew ? undefined : inTheWay(before, type, theirs);
        if (meanwhile !== undefined && !isTold(told, meanwhile)) return failed(UNSAVED);
        // Two who add something at once have each added their own.
        if (isNew) saved = theirs ? anotherType(type, type.title, types) : type;
        else saved = theirs ? mergedType(before, type, theirs) : type;
        former = isNew ? undefined : theirs;
        return ok({ types: withType(types, saved, after) });
      }),
    );
    if (!done.ok)
      return done.problem === UNSAVED && meanwhile !== undefined ? { meanwhile } : { problem: done.problem };
    const name = isolated(wordsOf(type.title, language));
    sayUndoable(t("bookingPages.typeSaved", { name }), page, (types) => takenBack(types, saved, former));
    return {};
  };
}

/** A change that was not sent, as somebody has to be told something before. */
const UNSAVED: ApiProblem = { kind: "refused", status: 409, code: "stateMismatch", fields: {} };

/** What somebody else has made of an event type where it contradicts what is to be saved. */
function inTheWay(
  before: PageEventTypeRecord,
  mine: PageEventTypeRecord,
  theirs: PageEventTypeRecord | undefined,
): PageEventTypeRecord | "gone" | undefined {
  if (!theirs) return "gone";
  return isContested(before, mine, theirs) ? theirs : undefined;
}

/** Without what was saved; what others have changed of it since stays. */
function takenBack(types: Types, saved: PageEventTypeRecord, former: PageEventTypeRecord | undefined): Types {
  const now = types.find(({ id }) => id === saved.id);
  if (!former) return without(types, saved.id);
  return now ? withType(types, mergedType(saved, former, now)) : types;
}

function usePutTypes(accountId: string, own: OwnPages) {
  const t = useMessages();
  const put = async (page: BookingPageRecord, make: (types: Types) => Types): Promise<boolean> =>
    (await own.change(() => changePageTypes(accountId, page.id, make))).ok;
  const sayUndoable = (message: string, page: BookingPageRecord, make: (types: Types) => Types): void =>
    void addToast({
      message,
      action: { label: t("action.undo"), takesBack: true, run: () => void put(page, make) },
    });
  return { put, sayUndoable };
}
