import type { AccountChange } from "../../storage/port.ts";
import type { App } from "../app.ts";
import { enqueueCollectionPushes } from "./collection-pushes.ts";
import { enqueueHomePushes } from "./home-pushes.ts";
import { isMadeQuietly } from "./quiet-changes.ts";

/** Puts what devices are to hear about a change by WebDAV-Push into the outbox, once, however many processes see it. */
export async function enqueueDevicePushes(app: App, change: AccountChange): Promise<void> {
  const { types } = change;
  const isOfCalendars = types.includes("Calendar");
  if (!isOfCalendars && !types.includes("CalendarEvent") && !types.includes("Task")) return;
  // Before anything is awaited.
  const isQuiet = isMadeQuietly();
  const now = app.now();
  const listeners = await app.storage.readOften(["who hears of changes by WebDAV-Push"], async (tx) => ({
    calendars: await tx.collectionPushes.isAny(now),
    homes: await tx.homePushes.isAny(now),
  }));
  if (listeners.calendars) await enqueueCollectionPushes(app, change, isQuiet);
  if (listeners.homes && isOfCalendars) await enqueueHomePushes(app, change, isQuiet);
}
