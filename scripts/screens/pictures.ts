import type { Page } from "@playwright/test";
import type { Household } from "./household.ts";
import {
  openEvent,
  editEvent,
  writeRepeat,
  askSeries,
  openMore,
  write,
  showKeys,
  showNotifications,
  print,
  columns,
  scrollTo,
  showCode,
  connect,
  closeAccount,
  addGuests,
  findTime,
  showSignUp,
  draw,
  removeDebrief,
  goOffline,
  undo,
  offerVersion,
  conflict,
  forgetConflict,
  type Place,
} from "./preparations.ts";

/** One picture, taken in both languages, light and dark, on a desktop and a phone. */
export interface Picture {
  readonly name: string;
  readonly path: string | ((household: Household) => string);
  /** prepares the page before the picture */
  readonly prepare?: (page: Page, place: Place) => Promise<void>;
  /** undoes changes that later pictures would show */
  readonly restore?: (page: Page, place: Place) => Promise<void>;
  readonly isSignedOut?: true;
  /** taken on a server without any account */
  readonly isEmpty?: true;
  /** if not on both */
  readonly only?: "desktop" | "phone";
}

const WEEK = "/week/2026-W48";

const settings = (name: string): Picture => ({ name: `settings-${name}`, path: `/settings/${name}` });
const admin = (name: string): Picture => ({ name: `admin-${name}`, path: `/admin/${name}` });

export const PICTURES: readonly Picture[] = [
  { name: "week", path: WEEK },
  { name: "day", path: "/day/2026-11-23" },
  { name: "month", path: "/month/2026-11" },
  { name: "year", path: "/year/2026" },
  { name: "soon", path: "/soon" },
  { name: "tasks", path: "/tasks" },
  {
    name: "event",
    path: "/day/2026-11-27",
    prepare: openEvent(/^(Client presentation|Presentation för)/),
  },
  {
    name: "editor",
    path: "/day/2026-11-23",
    prepare: editEvent(/^(Board meeting|Styrelsemöte)/),
  },
  { name: "work-week", path: "/workweek/2026-W48" },
  { name: "three-days", path: "/days/3/2026-11-23" },
  { name: "four-weeks", path: "/weeks/4/2026-W48" },
  { name: "month-day", path: "/month/2026-11", prepare: openMore, only: "desktop" },
  { name: "repeat", path: "/day/2026-11-25", prepare: writeRepeat },
  { name: "question", path: "/day/2026-11-25", prepare: askSeries },
  { name: "guests", path: WEEK, prepare: addGuests },
  { name: "find-time", path: WEEK, prepare: findTime },
  { name: "create", path: WEEK, prepare: draw, only: "desktop" },
  {
    name: "quick-add",
    path: WEEK,
    prepare: write({ en: "lunch with mum thursday 12", sv: "lunch med mamma på torsdag 12" }, "n"),
  },
  { name: "palette", path: WEEK, prepare: write({ en: "week 7", sv: "vecka 7" }, "Control+k") },
  { name: "search", path: WEEK, prepare: write({ en: "dinner", sv: "middag" }, "/") },
  { name: "keys", path: WEEK, prepare: showKeys, only: "desktop" },
  { name: "notifications", path: WEEK, prepare: showNotifications },
  { name: "print", path: "/month/2026-11", prepare: print },
  { name: "undo", path: "/day/2026-11-27", prepare: removeDebrief, restore: undo },
  { name: "offline", path: "/day/2026-11-27", prepare: goOffline, restore: undo },
  { name: "new-version", path: WEEK, prepare: offerVersion },
  { name: "sign-up-event", path: "/day/2026-12-09", prepare: showSignUp },
  { name: "sign-up-list", path: (it) => it.signUpList },
  { name: "sign-up-public", path: (it) => it.signUpPublic, isSignedOut: true },
  { name: "trash", path: "/trash" },
  { name: "history", path: (it) => it.history },
  settings("profile"),
  settings("look"),
  { name: "name-days", path: "/settings/look", prepare: scrollTo(/^(Name days|Namnsdagar)/) },
  settings("notifications"),
  settings("hours"),
  settings("calendars"),
  settings("sharing"),
  settings("groups"),
  settings("devices"),
  { name: "device-code", path: "/settings/devices", prepare: showCode },
  { name: "connect", path: "/settings/devices", prepare: connect },
  settings("security"),
  { name: "close-account", path: "/settings/security", prepare: closeAccount },
  settings("import"),
  admin("people"),
  admin("groups"),
  admin("mail"),
  admin("audit"),
  admin("health"),
  { name: "sign-in", path: "/signin", isSignedOut: true },
  { name: "forgotten", path: "/reset", isSignedOut: true },
  { name: "new-password", path: (it) => it.reset, isSignedOut: true },
  { name: "invitation", path: (it) => it.invitation, isSignedOut: true },
  { name: "restore", path: (it) => it.restore, isSignedOut: true },
  { name: "public-calendar", path: (it) => it.publicCalendar, isSignedOut: true },
  // Leaves a deleted event in the trash.
  { name: "conflict", path: WEEK, prepare: conflict, restore: forgetConflict, only: "desktop" },
  { name: "setup", path: "/setup", isSignedOut: true, isEmpty: true },
  // The setting is remembered for every day opened after it.
  {
    name: "day-by-calendar",
    path: "/day/2026-11-23",
    prepare: columns(/^(By calendar|Per kalender)$/),
    only: "desktop",
  },
  {
    name: "day-by-person",
    path: "/day/2026-11-23",
    prepare: columns(/^(By person|Per person)$/),
    only: "desktop",
  },
];
