import { useEffect, useEffectEvent, useRef } from "react";
import type { ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { problemText } from "./problem-text.ts";

interface Failure {
  readonly key: string;
  /** the title of the event or task, or the calendar's name */
  readonly title: string;
  readonly problem: ApiProblem;
  /** whether only the toast shows the failure, which is then resolved when the toast is closed */
  readonly isSaidOnce: boolean;
}

/** Reports at once that a change was refused; an event or task shows it until it is resolved. */
export function useFailureToasts(): void {
  const t = useMessages();
  const store = useCalendarStore();
  const { events, tasks, refusedCalendars } = useCalendarSnapshot();
  const told = useRef<ReadonlySet<string>>(new Set());
  const tell = useEffectEvent((failures: readonly Failure[]) => {
    for (const { key, title, problem, isSaidOnce } of failures) {
      if (told.current.has(key)) continue;
      addToast({
        message: t("toast.notSaved", {
          title: isolated(title.trim()) || t("event.untitled"),
          reason: problemText(problem, t),
        }),
        action: { label: t("event.tryAgain"), run: () => store.retryEvent(key) },
        sticky: true,
        ...(isSaidOnce && { onClose: () => store.dismissProblem(key) }),
      });
    }
    told.current = new Set(failures.map(({ key }) => key));
  });
  useEffect(() => {
    const items = [...events.values(), ...tasks.values()].flatMap(({ key, event, problem }) =>
      problem ? [{ key, title: event.title ?? "", problem, isSaidOnce: false }] : [],
    );
    const calendars = refusedCalendars.map(({ name, ...it }) => ({ ...it, title: name, isSaidOnce: true }));
    tell([...items, ...calendars]);
  }, [events, tasks, refusedCalendars]);
}
