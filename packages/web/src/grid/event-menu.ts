import { Observable } from "../store/sync/observable.ts";

/** A wish for the menu of events: of which, by their keys, and where in the window, px. */
interface EventMenuRequest {
  readonly keys: readonly string[];
  readonly x: number;
  readonly y: number;
}

/** The menu that is open, if any. */
export const eventMenu = new Observable<EventMenuRequest | null>(null);
