import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchVersions, restoreVersion, type Version } from "../../api/items/history-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { organizerNameOf } from "../../store/items/event-facts.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

interface History {
  /** newest first; undefined until they have been fetched */
  readonly versions: readonly Version[] | undefined;
  readonly problem: ApiProblem | undefined;
  readonly restore: (version: Version) => void;
}

/** The versions of an event or task, fetched when the page opens and after each change. */
export function useHistory(objectId: string): History {
  const t = useMessages();
  const [versions, setVersions] = useState<readonly Version[]>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(
    () =>
      fetchVersions(objectId).then((found) => {
        setProblem(found.ok ? undefined : found.problem);
        if (found.ok) setVersions(found.value);
      }),
    [objectId],
  );
  useEffect(() => {
    void load();
  }, [load]);

  const put = async (version: Version): Promise<{ readonly isApart: boolean } | null> => {
    const done = await restoreVersion(version);
    if (!done.ok) addToast({ message: t(problemKey(wordedCode(done.problem))), sticky: true });
    await load();
    return done.ok ? { isApart: done.value.notScheduled.length > 0 } : null;
  };
  const restore = async (version: Version): Promise<void> => {
    const former = versions?.find(({ isCurrent }) => isCurrent);
    const done = await put(version);
    if (!done) return;
    const name = isolated((version.item && organizerNameOf(version.item)) ?? "");
    const title = isolated(version.item?.title?.trim() ?? "") || t("event.untitled");
    addToast({
      message:
        done.isApart && name ? t("trash.restoredApart", { title, name }) : t("toast.undone", { title }),
      sticky: done.isApart,
      ...(former && { action: { label: t("toast.undo"), takesBack: true, run: () => void put(former) } }),
    });
  };
  return { versions, problem, restore: (version) => void restore(version) };
}
