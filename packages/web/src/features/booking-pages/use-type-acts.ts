import type { BookingPageRecord, PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { changePageTypes } from "../../api/items/booking-page-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";
import { anotherType, emptyType } from "./editor/type-record.ts";
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

/** Saves an event type from the editor; gives what was in the way. What it was before comes back by undo. */
export function useSaveType(
  accountId: string,
  own: OwnPages,
): (asked: AskedType, type: PageEventTypeRecord) => Promise<ApiProblem | undefined> {
  const t = useMessages();
  const language = useLanguage();
  const { sayUndoable } = usePutTypes(accountId, own);
  return async ({ page, type: before, after }, type) => {
    const isNew = page.types.every(({ id }) => id !== type.id);
    const done = await own.changeInForm(() =>
      changePageTypes(accountId, page.id, (types) => withType(types, type, after)),
    );
    if (!done.ok) return done.problem;
    const name = isolated(wordsOf(type.title, language));
    sayUndoable(t("bookingPages.typeSaved", { name }), page, (types) =>
      isNew ? without(types, type.id) : withType(types, before),
    );
    return undefined;
  };
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
