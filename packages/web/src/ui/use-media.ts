import { useSyncExternalStore } from "react";

/** Whether a media query matches, updated as it changes. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void): (() => void) => {
    const list = matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

const PHONE = "(width < 37.5rem)";

/** A phone held upright: sheets instead of popovers, a tab bar instead of a sidebar. */
export const usePhone = (): boolean => useMedia(PHONE);

/** The same at this moment. */
export const isPhone = (): boolean => matchMedia(PHONE).matches;
