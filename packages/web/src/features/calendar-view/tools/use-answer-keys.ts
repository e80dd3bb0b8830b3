import { useEffect, useEffectEvent, useRef } from "react";
import { answeringOf } from "../../../store/items/answering.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { isOccupied } from "./event-under.ts";

const answers: Readonly<Record<string, "accepted" | "tentative" | "declined">> = {
  y: "accepted",
  m: "tentative",
  n: "declined",
};

/** Answers the focused invitation when A and then Y, M or N are pressed (docs/design.md §9.2). */
export function useAnswerKeys(
  page: CalendarPageState,
  eventsAt: (target: EventTarget | null) => readonly ShownOccurrence[],
): void {
  const isAsked = useRef(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const wasAsked = isAsked.current;
    isAsked.current = false;
    if (event.ctrlKey || event.metaKey || event.altKey || isOccupied()) return;
    if (page.account.preferences.singleKeyShortcuts === false || event.target === document.body) return;
    const [occurrence] = eventsAt(event.target);
    const asked = occurrence && answeringOf(occurrence, page.account.email);
    if (!occurrence || !asked) return;
    const answer = wasAsked ? answers[event.key.toLowerCase()] : undefined;
    if (answer) page.itemActions.answer(occurrence, asked, { status: answer });
    else if (event.key.toLowerCase() === "a") isAsked.current = true;
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
}
