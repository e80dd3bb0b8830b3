import { useEffect, useEffectEvent, useRef } from "react";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import type { EventEntry } from "../../store/entries.ts";
import { addToast } from "../../ui/toasts.ts";
import { problemText } from "./problem-text.ts";

/** Says at once when a change was not kept; the event itself goes on saying so until it is settled. */
export function useFailureToasts(): void {
  const t = useMessages();
  const store = useCalendarStore();
  const { events, tasks } = useCalendarSnapshot();
  const told = useRef<ReadonlySet<string>>(new Set());
  const tell = useEffectEvent((failed: readonly EventEntry[]) => {
    for (const { key, event, problem } of failed) {
      if (!problem || told.current.has(key)) continue;
      addToast({
        message: t("toast.notSaved", {
          title: isolated(event.title?.trim() ?? "") || t("event.untitled"),
          reason: problemText(problem, t),
        }),
        action: { label: t("event.tryAgain"), run: () => store.retryEvent(key) },
        sticky: true,
      });
    }
    told.current = new Set(failed.map((entry) => entry.key));
  });
  useEffect(
    () => tell([...events.values(), ...tasks.values()].filter(({ problem }) => problem !== null)),
    [events, tasks],
  );
}
