import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AccountChange } from "../../storage/port.ts";
import type { Calendar, CalendarId, PrincipalId } from "../types.ts";
import type { CollectionPush } from "../../storage/records/notifications.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { isStillSignedIn } from "../still-signed-in.ts";
import { creatorOf } from "../push/creator.ts";
import type { isMadeQuietly } from "./quiet-changes.ts";
import {
  enqueuePushes,
  forgetRegistration,
  newRegistration,
  registrationProblem,
  type NewRegistration,
} from "./registrations.ts";

// Devices that hear of changes of a calendar by WebDAV-Push (draft-bitfire-webdav-push).

/** Registers a device for a calendar that the actor reads, or renews that. @returns `forbidden` for one too many */
export function registerCollectionPush(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  wanted: NewRegistration,
): Promise<Result<CollectionPush, Problem>> {
  return app.storage.write(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadItems");
    if (!grant.ok) return grant;
    const { calendar } = grant.value;
    const isSame = (one: { readonly url: string; readonly calendarId?: string }): boolean =>
      one.calendarId === calendarId && one.url === wanted.url;
    const problem = await registrationProblem(tx, actor.principalId, app.now(), isSame);
    if (problem) return failed(problem);
    const registration: CollectionPush = {
      ...newRegistration(app, actor, wanted),
      calendarId,
      accountId: calendar.accountId,
      toldContent: calendar.contentModseq,
      toldProperties: calendar.modseq,
      signedInBy: { via: actor.via, proof: actor.proof },
    };
    return ok({ ...registration, id: await tx.collectionPushes.put(registration) });
  });
}

/** Enqueues what the devices of calendars are to hear about a change. @param isQuiet of whose registrations it is hidden */
export async function enqueueCollectionPushes(
  app: App,
  { accountId, modseq }: AccountChange,
  isQuiet: ReturnType<typeof isMadeQuietly>,
): Promise<void> {
  await enqueuePushes(app, {
    registrations: await changedFor(app, accountId),
    change: String(modseq),
    isQuiet,
  });
}

/** The registrations of an account's calendars whose states have risen since they heard of them. */
const changedFor = (app: App, accountId: PrincipalId): Promise<readonly CollectionPush[]> =>
  app.storage.read(async (tx) => {
    const live = await tx.collectionPushes.liveOf(accountId, app.now());
    if (live.length === 0) return [];
    const calendars = new Map((await tx.calendars.ofAccount(accountId)).map((one) => [one.id, one]));
    return live.filter((one) => {
      const calendar = calendars.get(one.calendarId);
      return calendar !== undefined && isNews(one, calendar);
    });
  });

const isNews = (one: CollectionPush, calendar: Calendar): boolean =>
  hasContent(one, calendar) || hasProperties(one, calendar);
const hasContent = ({ onContent, toldContent }: CollectionPush, { contentModseq }: Calendar): boolean =>
  onContent && contentModseq > toldContent;
const hasProperties = ({ onProperties, toldProperties }: CollectionPush, { modseq }: Calendar): boolean =>
  onProperties && modseq > toldProperties;

/** What a device is told now, of all that has changed since it heard. */
export interface CollectionNews {
  readonly registration: CollectionPush;
  readonly calendar: Calendar;
  readonly isContent: boolean;
  readonly isProperties: boolean;
}

/**
 * What is to be sent to a device; undefined: nothing, as it has heard of it, or the registration has ended. One whose creator is no longer
 * signed in, or may no longer read the calendar, ends.
 */
export async function collectionNews(app: App, id: string): Promise<CollectionNews | undefined> {
  const registration = await app.storage.read((tx) => tx.collectionPushes.byId(id));
  if (!registration || registration.expiresAt <= app.now()) return undefined;
  const { calendarId } = registration;
  const actor = creatorOf(registration);
  const grant = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayReadItems"));
  if (!grant.ok || !(await isStillSignedIn(app, actor))) {
    await forgetRegistration(app, id);
    return undefined;
  }
  const { calendar } = grant.value;
  const [isContent, isProperties] = [
    hasContent(registration, calendar),
    hasProperties(registration, calendar),
  ];
  return isContent || isProperties ? { registration, calendar, isContent, isProperties } : undefined;
}

/** A device has heard of these states. */
export const toldOf = (app: App, { registration, calendar }: CollectionNews): Promise<void> =>
  app.storage.write((tx) =>
    tx.collectionPushes.tell(registration.id, {
      toldContent: calendar.contentModseq,
      toldProperties: calendar.modseq,
    }),
  );
