import { useEffect, useState, type RefObject } from "react";
import type { Meanwhile } from "./merge.ts";

/**
 * What somebody else has made meanwhile of what a form edits, as far as that was told. A form can be longer than the screen: what was told
 * stands at its end, and is brought into view.
 * @param body all of the form but what is told
 */
export function useTold<T>(
  body: RefObject<HTMLElement | null>,
): readonly [Meanwhile<T>, (told: Meanwhile<T>) => void] {
  const [told, setTold] = useState<Meanwhile<T>>();
  useEffect(() => {
    if (told === undefined) return undefined;
    const frame = requestAnimationFrame(() =>
      body.current?.parentElement?.lastElementChild?.scrollIntoView({ block: "center" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [told, body]);
  return [told, setTold];
}
