import { CalendarPlus, Trash2, Vote, type LucideIcon } from "lucide-react";
import type { MessageKey } from "../../i18n/messages.ts";

/** A page with an address of its own that is in the list of settings. */
export interface PageBeside {
  readonly path: "/booking-pages" | "/polls" | "/trash";
  readonly title: MessageKey;
  readonly icon: LucideIcon;
}

export const pagesBeside: readonly PageBeside[] = [
  { path: "/booking-pages", title: "bookingPages.title", icon: CalendarPlus },
  { path: "/polls", title: "polls.title", icon: Vote },
  { path: "/trash", title: "trash.title", icon: Trash2 },
];
