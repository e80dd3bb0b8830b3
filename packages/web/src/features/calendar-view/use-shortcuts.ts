import { useEffectEvent, useLayoutEffect } from "react";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { actionOfKey } from "../actions/model.ts";
import { keyActions } from "./key-actions.ts";
import type { CalendarPageState } from "./page/use-calendar-page.ts";

/** Returns whether the person types into a field, or something lies above the page. */
function isBusy(target: EventTarget | null): boolean {
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select"))
  )
    return true;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}

/** Handles the keys of the calendar (docs/design.md §9.2). Single letters work unless the person has switched them off. */
export function useShortcuts(page: CalendarPageState): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
    const run =
      event.ctrlKey || event.metaKey
        ? commandOf(page, key, isTyping)
        : event.altKey || isTyping
          ? undefined
          : isBusy(event.target)
            ? readingActionOf(page, key)
            : actionOf(page, key, event);
    if (!run) return;
    event.preventDefault();
    run();
  });
  // The layout effect runs before the page is visible, so a key that is pressed at once is handled.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

type Run = (() => void) | undefined;

/** Returns the action of a key on the event in the popover: an event's keys also work while it is being read. */
function readingActionOf({ itemActions, account }: CalendarPageState, key: string): Run {
  if (itemActions.floating?.kind !== "reading" || itemActions.asking) return undefined;
  const { occurrence } = itemActions.floating;
  if (key === "Delete" || key === "Backspace") return () => itemActions.remove(occurrence);
  const isOff = account.preferences.singleKeyShortcuts === false;
  return key === "e" && !isOff ? () => itemActions.edit(occurrence) : undefined;
}

function commandOf(page: CalendarPageState, key: string, isTyping: boolean): Run {
  if (key === "k") return () => page.setDialog("search");
  // What is booked is in no list of the calendar's: its own message takes it back.
  const isHere = key === "z" && !isTyping && page.view.kind !== "bookables";
  return isHere ? () => page.itemActions.undo() : undefined;
}

function actionOf(page: CalendarPageState, key: string, event: KeyboardEvent): Run {
  const { itemActions } = page;
  if (key === "F6") return () => focusNextLandmark(event.shiftKey ? -1 : 1);
  if (key === "ArrowLeft" && event.target === document.body) return () => page.step(-1);
  if (key === "ArrowRight" && event.target === document.body) return () => page.step(1);
  const focused = focusedOccurrence(page, event.target);
  if (focused && (key === "Delete" || key === "Backspace")) return () => itemActions.remove(focused);
  if (page.account.preferences.singleKeyShortcuts === false) return undefined;
  if (focused && key === "e") return () => itemActions.edit(focused);
  const action = actionOfKey(key);
  return action && (() => keyActions[action](page, key));
}

function focusedOccurrence(page: CalendarPageState, target: EventTarget | null): ShownOccurrence | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-event], [data-soon]") : null;
  const key = element?.dataset["event"] ?? element?.dataset["soon"];
  return key === undefined
    ? undefined
    : [...page.shown.occurrences, ...page.soon.occurrences].find((it) => it.key === key);
}

const landmarks = "nav, header, main, aside, form[aria-label]";

/** Moves the focus between the parts of the page with F6, as desktop programs do. */
function focusNextLandmark(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(landmarks)].filter(
    (it) => it.parentElement?.closest("section, nav, aside, form") === null,
  );
  const at = parts.findIndex((it) => it.contains(document.activeElement));
  const next = parts[(at + step + parts.length) % parts.length];
  const stop = next?.querySelector<HTMLElement>(
    '[tabindex="0"], button:not([tabindex="-1"]), a[href], input',
  );
  (stop ?? next)?.focus();
}

/** Folds the panels at the sides with [ and ]. */
export function useFoldKeys(fold: { readonly sidebar: () => void; readonly rail: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || isBusy(event.target)) return;
    if (event.key === "[") fold.sidebar();
    if (event.key === "]") fold.rail();
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
