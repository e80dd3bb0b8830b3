import { useEffect, useEffectEvent, useRef } from "react";
import { afterKey, NOTHING_READ, tagIn } from "./reader.ts";

/** Calls with the number of each tag that is held to a reader, which types it as a keyboard would, wherever the focus is. */
export function useReader(onTag: (tag: string) => void): void {
  const read = useRef(NOTHING_READ);
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    const tag = event.key === "Enter" ? tagIn(read.current, event.timeStamp) : undefined;
    read.current = afterKey(read.current, event.key, event.timeStamp);
    if (tag === undefined) return;
    // Enter would send what the reader has typed into the field as somebody's number.
    event.preventDefault();
    event.stopPropagation();
    onTag(tag);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => hear(event);
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);
}
