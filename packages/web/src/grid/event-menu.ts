import { Observable } from "../store/sync/observable.ts";

/** A request to open the menu of events: the keys of the events, and the position in the window, px. */
interface EventMenuRequest {
  readonly keys: readonly string[];
  readonly x: number;
  readonly y: number;
}

/** The menu that is open, if any. */
export const eventMenu = new Observable<EventMenuRequest | null>(null);
