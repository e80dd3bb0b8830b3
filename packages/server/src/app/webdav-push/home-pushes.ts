import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AccountChange, ReadTransaction } from "../../storage/port.ts";
import type { HomePush, ToldCalendar } from "../../storage/records/notifications.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { whoReaches } from "../calendars/who-reaches.ts";
import { grantAll, grantIn, isShared, reachesAccount } from "../grants.ts";
import { etagOf } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { isStillSignedIn } from "../still-signed-in.ts";
import type { PrincipalId } from "../types.ts";
import { creatorOf } from "../push/creator.ts";
import type { isMadeQuietly } from "./quiet-changes.ts";
import {
  enqueuePushes,
  forgetRegistration,
  newRegistration,
  registrationProblem,
  type NewRegistration,
} from "./registrations.ts";

// Devices that hear by WebDAV-Push of the calendars of a home: of new and former ones, also those that others share, and of their names.

/** Registers a device for a home that the actor reaches, or renews that. @returns `forbidden` for one too many */
export function registerHomePush(
  app: App,
  actor: Actor,
  homeId: PrincipalId,
  wanted: NewRegistration,
): Promise<Result<HomePush, Problem>> {
  return app.storage.write(async (tx) => {
    if (!(await reachesAccount(tx, actor, homeId))) return failed({ code: "not-found" });
    const isSame = (one: { readonly url: string; readonly homeId?: string }): boolean =>
      one.homeId === homeId && one.url === wanted.url;
    const problem = await registrationProblem(tx, actor.principalId, app.now(), isSame);
    if (problem) return failed(problem);
    const { via, proof, scope } = actor;
    const registration: HomePush = {
      ...newRegistration(app, actor, wanted),
      homeId,
      told: await calendarsOf(tx, actor, homeId),
      signedInBy: { via, proof, ...(scope && { scope }) },
    };
    return ok({ ...registration, id: await tx.homePushes.put(registration) });
  });
}

/** The calendars of a home as the actor sees it; in the actor's own also those that others share. */
async function calendarsOf(
  tx: ReadTransaction,
  actor: Actor,
  homeId: PrincipalId,
): Promise<readonly ToldCalendar[]> {
  const own = await grantIn(tx, actor, homeId);
  const shared = homeId === actor.principalId ? (await grantAll(tx, actor)).filter(isShared) : [];
  return [...own, ...shared.filter(({ rights }) => rights.mayReadFreeBusy)]
    .map(({ calendar: { id, accountId, uri, modseq }, view, rights }) => ({
      id,
      accountId,
      state: etagOf(JSON.stringify([uri, modseq, view, rights])),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Enqueues that some homes may have changed: those whose people see something of the account, or have seen a calendar of it before.
 * Whether there is news is asked when it is sent.
 * @param isQuiet of whose registrations the change is hidden
 */
export async function enqueueHomePushes(
  app: App,
  { accountId, modseq }: AccountChange,
  isQuiet: ReturnType<typeof isMadeQuietly>,
): Promise<void> {
  const people = [...(await whoReaches(app, [accountId]))];
  const registrations = await app.storage.read((tx) =>
    tx.homePushes.concernedBy(accountId, people, app.now()),
  );
  await enqueuePushes(app, { registrations, change: `${accountId} ${modseq}`, isQuiet });
}

/** What a device is told of a home now, of all that has changed since it heard. */
export interface HomeNews {
  readonly registration: HomePush;
  readonly calendars: readonly ToldCalendar[];
  readonly isContent: boolean;
  readonly isProperties: boolean;
}

/**
 * What is to be sent to a device; undefined: nothing, as it has heard of it, or the registration has ended. One whose creator is no longer
 * signed in, or sees nothing of the home any more, ends.
 */
export async function homeNews(app: App, id: string): Promise<HomeNews | undefined> {
  const registration = await app.storage.read((tx) => tx.homePushes.byId(id));
  if (!registration || registration.expiresAt <= app.now()) return undefined;
  const { homeId, told, onContent, onProperties } = registration;
  const actor = creatorOf(registration);
  const calendars = await app.storage.read(async (tx) =>
    (await reachesAccount(tx, actor, homeId)) ? await calendarsOf(tx, actor, homeId) : undefined,
  );
  if (!calendars || !(await isStillSignedIn(app, actor))) {
    await forgetRegistration(app, id);
    return undefined;
  }
  const known = new Map(told.map((one) => [keyOf(one), one.state]));
  const isNewOrGone = calendars.length !== told.length || calendars.some((one) => !known.has(keyOf(one)));
  const isContent = onContent && isNewOrGone;
  const isProperties =
    onProperties && calendars.some((one) => (known.get(keyOf(one)) ?? one.state) !== one.state);
  return isContent || isProperties ? { registration, calendars, isContent, isProperties } : undefined;
}

/** A calendar that was handed over has another place, and so is another one. */
const keyOf = ({ accountId, id }: ToldCalendar): string => `${accountId} ${id}`;

/** A device has heard of these calendars. */
export const toldOfHome = (app: App, { registration, calendars }: HomeNews): Promise<void> =>
  app.storage.write((tx) => tx.homePushes.tell(registration.id, calendars));
