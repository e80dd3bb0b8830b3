import { navigate, useLocationProperty } from "wouter/use-browser-location";

interface Entry {
  readonly isFinding?: true;
}

/**
 * Returns whether times are being sought, which the address says: the browser's Back leads from there to the event, and a
 * reload stays there.
 */
export function useFinding(hash = "#find-time"): readonly [boolean, (isOpen: boolean) => void] {
  const isOpen = useLocationProperty(
    () => location.hash === hash,
    () => false,
  );
  const set = (open: boolean): void => {
    const here = location.pathname + location.search;
    if (open) navigate(here + hash, { state: { isFinding: true } satisfies Entry });
    else if ((history.state as Entry | null)?.isFinding) history.back();
    else navigate(here, { replace: true });
  };
  return [isOpen, set];
}
