import { useEffect, useState } from "react";
import { elementOfEvent, isOccupied } from "./event-under.ts";

const REST = 500;

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
      timer = setTimeout(() => {
        if (!isOccupied()) setHovered({ key, box: element.getBoundingClientRect() });
      }, REST);
    };
    const ends = ["pointerdown", "keydown", "wheel", "scroll", "blur"] as const;
    document.addEventListener("pointerover", enter);
    for (const name of ends) addEventListener(name, leave, { capture: true, passive: true });
    return () => {
      leave();
      document.removeEventListener("pointerover", enter);
      for (const name of ends) removeEventListener(name, leave, { capture: true });
    };
  }, []);
  return hovered;
}
