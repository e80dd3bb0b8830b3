import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { answeringOf } from "../../../store/items/answering.ts";
import { arrangerOf, eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { useAccount } from "../../../store/session.ts";
import { AnswerChord } from "../actions/answer-chord.ts";
import { copyEventLink } from "../actions/event-link.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";

/**
 * The keys of an event that is read in a popover: A and then Y, M or N answers, P proposes another time, L copies the
 * link, J joins the meeting. They work unless the person has switched single keys off.
 */
export function useReadingKeys(
  occurrence: ShownOccurrence,
  address: string,
  itemActions: ItemActions,
  box: RefObject<HTMLElement | null>,
): void {
  const t = useMessages();
  const isOff = useAccount()?.preferences.singleKeyShortcuts === false;
  const chord = useRef(new AnswerChord());
  const actionOf = (key: string): (() => void) | undefined => {
    const answering = answeringOf(occurrence, address);
    const status = chord.current.press(key);
    if (status && answering?.may) {
      return () => {
        if (status !== "begun") itemActions.answer(occurrence, answering, { status });
      };
    }
    if (key === "p" && answering?.may && arrangerOf(occurrence.entry.event) !== null)
      return () => itemActions.respond({ kind: "propose", occurrence, answering });
    if (key === "l") return () => void copyEventLink(occurrence, t);
    if (key === "j" && eventFacts(occurrence.event, address).video)
      return () => box.current?.querySelector<HTMLElement>("[data-join]")?.click();
    return undefined;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    // In a menu letters lead to its lines.
    const isTyping =
      target instanceof HTMLElement &&
      target.matches("input:not([type=radio]), textarea, select, [role=menu] *, [role=menu]");
    if (isOff || isTyping || ctrlKey || metaKey || altKey || event.defaultPrevented || itemActions.asking)
      return;
    const run = actionOf(event.key.toLowerCase());
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
