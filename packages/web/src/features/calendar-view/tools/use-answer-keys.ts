import { useEffect, useEffectEvent, useRef } from "react";
import { answeringOf } from "../../../store/items/answering.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { AnswerChord } from "../../event/model.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { isOccupied } from "./event-under.ts";

/** Answers the focused invitation when A and then Y, M or N are pressed (docs/design.md §9.2). */
export function useAnswerKeys(
  page: CalendarPageState,
  eventsAt: (target: EventTarget | null) => readonly ShownOccurrence[],
): void {
  const chord = useRef(new AnswerChord());
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const meant = chord.current.press(event.key);
    if (meant === null || event.ctrlKey || event.metaKey || event.altKey || isOccupied()) return;
    if (page.account.preferences.singleKeyShortcuts === false || event.target === document.body) return;
    const [occurrence] = eventsAt(event.target);
    const asked = occurrence && answeringOf(occurrence, page.account.email);
    if (!occurrence || !asked) return;
    if (meant !== "begun") page.itemActions.answer(occurrence, asked, { status: meant });
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
}
