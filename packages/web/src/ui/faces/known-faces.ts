import { useSyncExternalStore } from "react";

// How people want to be shown, for every place that draws them: somebody who draws a face asks here, and what fetches
// them (features/faces) answers when it has. Until then, and for strangers, the initials of the name do.

/** How a person wants to be shown, as far as they have said. */
export interface KnownFace {
  /** the address of their photo */
  readonly photo?: string;
  readonly initials?: string;
  /** a name of a calendar colour */
  readonly colour?: string;
}

let known: ReadonlyMap<string, KnownFace> = new Map();
let asking = 0;
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

/** Keeps how people want to be shown, by id and by address in small letters. */
export function keepFaces(faces: ReadonlyMap<string, KnownFace>): void {
  known = faces;
  tell();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(listener: () => void): () => void {
  asking++;
  if (asking === 1) queueMicrotask(tell);
  const stop = listen(listener);
  return () => {
    asking--;
    stop();
  };
}

/** How everybody wants to be shown, as far as it is known by now, by id and by address. */
export const useKnownFaces = (): ReadonlyMap<string, KnownFace> => useSyncExternalStore(ask, () => known);

/** Whether a face is drawn anywhere, so that it is worth knowing. */
export const useFacesAreAsked = (): boolean => useSyncExternalStore(listen, () => asking > 0);
