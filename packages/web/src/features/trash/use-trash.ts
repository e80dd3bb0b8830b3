import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback, useEffect, useState } from "react";
import {
  deleteAgain,
  destroyItems,
  fetchTrash,
  restoreItem,
  type TrashItem,
} from "../../api/items/history-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import type { Messages } from "@snart/locales/keys.ts";
import { useMessages } from "../../i18n/messages.ts";
import { organizerNameOf } from "../../store/items/event-facts.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

interface Trash {
  /** undefined until they have been fetched */
  readonly items: readonly TrashItem[] | undefined;
  readonly problem: ApiProblem | undefined;
  readonly reload: () => void;
  readonly restore: (item: TrashItem) => void;
  /** returns the problem, if there is one */
  readonly destroy: (items: readonly TrashItem[]) => Promise<ApiProblem | undefined>;
}

/**
 * Says that something is back.
 * @param apart the number of meetings in it whose organizer no longer organizes them here
 */
function restoredWords(item: TrashItem, apart: number, t: Messages): string {
  const title = isolated(item.title.trim()) || t("event.untitled");
  if (apart === 0) return t("trash.restored", { title });
  const name = item.item && organizerNameOf(item.item);
  return name
    ? t("trash.restoredApart", { title, name: isolated(name) })
    : t("trash.restoredWithApart", { title, count: apart });
}

/** The trash, fetched when the page opens and after each change. */
export function useTrash(): Trash {
  const t = useMessages();
  const [items, setItems] = useState<readonly TrashItem[]>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(
    () =>
      fetchTrash().then((found) => {
        setProblem(found.ok ? undefined : found.problem);
        if (found.ok) setItems(found.value);
      }),
    [],
  );
  useEffect(() => {
    void load();
  }, [load]);

  const tell = (trouble: ApiProblem): void =>
    void addToast({ message: t(problemKey(wordedCode(trouble))), sticky: true });
  const undo = async (item: TrashItem): Promise<void> => {
    const done = await deleteAgain(item);
    if (!done.ok) tell(done.problem);
    await load();
  };
  const restore = async (item: TrashItem): Promise<void> => {
    const done = await restoreItem(item);
    if (done.ok) {
      const count = done.value.notScheduled.length;
      addToast({
        message: restoredWords(item, count, t),
        sticky: count > 0,
        action: { label: t("toast.undo"), takesBack: true, run: () => void undo(item) },
      });
    } else tell(done.problem);
    await load();
  };
  const destroy = async (gone: readonly TrashItem[]): Promise<ApiProblem | undefined> => {
    const done = await destroyItems(gone);
    await load();
    return done.ok ? undefined : done.problem;
  };
  return {
    items,
    problem,
    reload: () => void load(),
    restore: (item) => void restore(item),
    destroy,
  };
}
