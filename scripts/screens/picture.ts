import type { Page } from "@playwright/test";
import type { Household } from "./household.ts";
import type { Place } from "./preparations.ts";
import type { SharedThings } from "./shared-things.ts";

/** One picture, taken in both languages, light and dark, on a desktop and a phone. */
export interface Picture {
  readonly name: string;
  readonly path:
    | string
    | ((household: Household) => string)
    | { readonly of: (things: SharedThings) => string };
  /** what the page must meet while it loads */
  readonly before?: (page: Page) => Promise<void>;
  /** prepares the page before the picture */
  readonly prepare?: (page: Page, place: Place) => Promise<void>;
  /** undoes changes that later pictures would show */
  readonly restore?: (page: Page, place: Place) => Promise<void>;
  readonly isSignedOut?: true;
  /** as somebody who has nothing yet */
  readonly isNew?: true;
  /** taken on a server without any account, where things are booked, or where forty people share; by default with the household alone */
  readonly on?: "empty" | "bookings" | "office";
  /** the page does not finish loading */
  readonly isUnfinished?: true;
  /** if not on both */
  readonly only?: "desktop" | "phone";
  /** if not that of the device */
  readonly size?: { readonly width: number; readonly height: number };
}
