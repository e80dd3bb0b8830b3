import { base } from "../../api/place.ts";
import type { DoorRecord } from "@snart/calendar/jmap/door.ts";
import type { WallRecord } from "@snart/calendar/jmap/wall.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchDoor } from "../../api/items/door-api.ts";
import { TRUSTED_FOR } from "./model.ts";

/** What a screen knows of what it shows. */
export type DoorState =
  | { readonly kind: "loading" }
  /** taken away, or never was */
  | { readonly kind: "gone" }
  | {
      readonly kind: "ready";
      readonly shown: DoorRecord | WallRecord;
      /** when the server said so, by this screen's clock */
      readonly at: number;
      /** it could not be asked again */
      readonly isAway: boolean;
    }
  /** it could not be asked the first time */
  | { readonly kind: "unreachable" };

/** Others book, come and go meanwhile. */
const EVERY_MS = 10_000;
const KEPT = `snart.display${base}`;

/** What the screen showed last survives that it is switched off and on without a network. */
interface Kept {
  readonly token: string;
  readonly shown: DoorRecord | WallRecord;
  readonly at: number;
}

function recall(token: string): DoorState {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Kept | null;
    // What is too old to be trusted is not shown before the server has been asked.
    if (kept?.token === token)
      return { kind: "ready", shown: kept.shown, at: kept.at, isAway: Date.now() - kept.at >= TRUSTED_FOR };
  } catch {
    // Nothing readable is kept.
  }
  return { kind: "loading" };
}

function keep(kept: Kept | undefined): void {
  try {
    if (kept) localStorage.setItem(KEPT, JSON.stringify(kept));
    else localStorage.removeItem(KEPT);
  } catch {
    // Without room it shows what it knows, until it is switched off.
  }
}

/** What a screen shows, asked for again and again; and how to ask at once. */
export function useDoor(token: string): readonly [DoorState, () => Promise<void>] {
  const [state, setState] = useState(() => recall(token));
  const load = useCallback(async (): Promise<void> => {
    const given = await fetchDoor(token);
    const at = Date.now();
    if (given.ok) keep({ token, shown: given.value, at });
    const isGone = !given.ok && given.problem.kind === "refused" && given.problem.code === "not-found";
    if (isGone) keep(undefined);
    setState((now): DoorState => {
      if (given.ok) return { kind: "ready", shown: given.value, at, isAway: false };
      if (isGone) return { kind: "gone" };
      return now.kind === "ready" ? { ...now, isAway: true } : { kind: "unreachable" };
    });
  }, [token]);
  useEffect(() => {
    const first = setTimeout(() => void load(), 0);
    const timer = setInterval(() => void load(), EVERY_MS);
    const online = (): void => void load();
    addEventListener("online", online);
    addEventListener("offline", online);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener("online", online);
      removeEventListener("offline", online);
    };
  }, [load]);
  return [state, load];
}
