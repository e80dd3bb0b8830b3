import { useState } from "react";

/** A boolean that this browser remembers. */
export function useStoredFlag(
  name: string,
  otherwise: boolean,
): readonly [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => read(name) ?? otherwise);
  const change = (next: boolean): void => {
    setValue(next);
    try {
      localStorage.setItem(`snart.${name}`, next ? "1" : "0");
    } catch {
      // Without storage it lasts as long as the page.
    }
  };
  return [value, change];
}

function read(name: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(`snart.${name}`);
    return stored === null ? undefined : stored === "1";
  } catch {
    return undefined;
  }
}
