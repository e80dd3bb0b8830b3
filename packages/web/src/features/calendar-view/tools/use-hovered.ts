import { useEffect, useState } from "react";
import { elementOfEvent, isOccupied } from "./event-under.ts";

const REST = 500;
/** After a drag nothing lies over the place where something was dropped, ms. */
const SILENCE = 1000;
/** The movement of a pressed pointer that makes a drag, px. */
const DRAG = 4;

interface Hovered {
  readonly key: string;
  readonly box: DOMRect;
}

/** Returns the event on which the mouse has rested for half a second, until the person does anything else. */
export function useHovered(): Hovered | null {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over: HTMLElement | null = null;
    let pressed: { readonly x: number; readonly y: number } | null = null;
    let quietUntil = 0;
    const press = (event: PointerEvent): void => {
      pressed = { x: event.clientX, y: event.clientY };
    };
    const release = (event: PointerEvent): void => {
      const isDrag = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) >= DRAG;
      if (isDrag) quietUntil = event.timeStamp + SILENCE;
      pressed = null;
    };
    const leave = (): void => {
      clearTimeout(timer);
      over = null;
      setHovered(null);
    };
    const enter = (event: PointerEvent): void => {
      const element =
        event.pointerType === "mouse" && event.buttons === 0 ? elementOfEvent(event.target) : null;
      if (element === over) return;
      leave();
      const key = element?.dataset["event"];
      if (!element || key === undefined) return;
      over = element;
      timer = setTimeout(
        () => {
          if (!isOccupied()) setHovered({ key, box: element.getBoundingClientRect() });
        },
        REST + Math.max(0, quietUntil - event.timeStamp),
      );
    };
    const ends = ["pointerdown", "keydown", "wheel", "scroll", "blur"] as const;
    document.addEventListener("pointerover", enter);
    addEventListener("pointerdown", press, true);
    addEventListener("pointerup", release, true);
    for (const name of ends) addEventListener(name, leave, { capture: true, passive: true });
    return () => {
      leave();
      document.removeEventListener("pointerover", enter);
      removeEventListener("pointerdown", press, true);
      removeEventListener("pointerup", release, true);
      for (const name of ends) removeEventListener(name, leave, { capture: true });
    };
  }, []);
  return hovered;
}
