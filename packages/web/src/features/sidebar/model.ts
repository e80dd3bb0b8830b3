import { Observable } from "../../store/sync/observable.ts";

/** A menu of what stands at the side: of a calendar, by its key, or of what can be shown alone. */
interface SidebarMenu {
  readonly about: { readonly kind: "calendar"; readonly key: string } | { readonly kind: "filter" };
  /** what it opens beside */
  readonly anchor: Element;
}

/** What is open; drawn by code that comes after the first page. */
export const sidebarMenu = new Observable<SidebarMenu | null>(null);

/** Why calendars that follow an address are not up to date, in words, by the calendars' keys. */
export const feedTroubles = new Observable<ReadonlyMap<string, string>>(new Map());
