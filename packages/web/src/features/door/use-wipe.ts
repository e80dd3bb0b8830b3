import { useEffect, useRef, useState } from "react";

/** Nobody's number or answer stays on a screen that others pass by. */
const WIPED_AFTER = 20_000;

/** Calls when nothing was touched for a while. @returns what is to be called at each touch */
export function useWipe(onWipe: () => void): () => void {
  const [touches, setTouches] = useState(0);
  const wipe = useRef(onWipe);
  useEffect(() => {
    wipe.current = onWipe;
  });
  useEffect(() => {
    const timer = setTimeout(() => wipe.current(), WIPED_AFTER);
    return () => clearTimeout(timer);
  }, [touches]);
  return () => setTouches((count) => count + 1);
}
