import { useEffect, useEffectEvent, useRef } from "react";
import { chosenEvents } from "../../../grid/chosen-events.ts";
import { elementOfEvent, isOccupied } from "./event-under.ts";

/** The furthest distance that the pointer may move during a press, px. */
const SLACK = 4;

/** Chooses several events with Ctrl or Shift and a press, or Shift and an arrow; Esc and a press elsewhere choose none. */
export function useChoosing(): void {
  const pressed = useRef({ x: 0, y: 0 });
  const onClick = useEffectEvent((event: MouseEvent) => {
    // The end of a drag does not count as a press.
    if (
      Math.hypot(event.clientX - pressed.current.x, event.clientY - pressed.current.y) > SLACK &&
      event.detail > 0
    )
      return;
    const key = elementOfEvent(event.target)?.dataset["event"];
    if (key !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) choose(range(lastChosen() ?? key, key));
      else toggle(key);
    } else if (
      !isOccupied() &&
      !(event.target instanceof Element && event.target.closest("[data-keeps-chosen]"))
    )
      chooseNone();
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isOccupied()) return;
    if (event.key === "Escape") chooseNone();
    const element = elementOfEvent(event.target);
    const key = element?.dataset["event"];
    if (!element || key === undefined || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (!/^Arrow(?:Up|Down|Left|Right)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    // The focus moves as it does without Shift; the event that it reaches is chosen as well.
    element.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
    const next = elementOfEvent(document.activeElement)?.dataset["event"];
    choose(next === undefined ? [key] : [key, next]);
  });
  useEffect(() => {
    const press = ({ clientX, clientY }: PointerEvent): void => {
      pressed.current = { x: clientX, y: clientY };
    };
    const click = (event: MouseEvent): void => onClick(event);
    const key = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("click", click, true);
    document.addEventListener("keydown", key, true);
    return () => {
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("click", click, true);
      document.removeEventListener("keydown", key, true);
      chooseNone();
    };
  }, []);
}

const lastChosen = (): string | undefined => [...chosenEvents.get()].at(-1);

export function chooseNone(): void {
  if (chosenEvents.get().size > 0) chosenEvents.set(new Set());
}

const choose = (keys: readonly string[]): void => chosenEvents.set(new Set([...chosenEvents.get(), ...keys]));

function toggle(key: string): void {
  const keys = new Set(chosenEvents.get());
  if (!keys.delete(key)) keys.add(key);
  chosenEvents.set(keys);
}

/** Returns all events of the page from one to another, in reading order. */
function range(from: string, to: string): readonly string[] {
  const elements = document.querySelectorAll<HTMLElement>("main [data-event]");
  const keys = [...new Set([...elements].map((it) => it.dataset["event"] ?? ""))];
  const [a, b] = [keys.indexOf(from), keys.indexOf(to)];
  return a < 0 || b < 0 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}
