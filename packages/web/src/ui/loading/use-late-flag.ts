import { useEffect, useState } from "react";

const LEAST_SHOWN = 300;

/** True once something has gone on for `delay` ms, and then for at least 300 ms: quick work shows no skeleton. */
export function useLateFlag(isOn: boolean, delay: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (isOn === late) return undefined;
    const timer = setTimeout(() => setLate(isOn), isOn ? delay : LEAST_SHOWN);
    return () => clearTimeout(timer);
  }, [isOn, late, delay]);
  return late;
}
