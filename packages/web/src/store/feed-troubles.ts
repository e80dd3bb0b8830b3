import { Observable } from "./observable.ts";

/** Why calendars that follow an address are not up to date, in words, by the calendars' keys. */
export const feedTroubles = new Observable<ReadonlyMap<string, string>>(new Map());
