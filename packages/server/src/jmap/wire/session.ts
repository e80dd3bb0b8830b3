import { createHash } from "node:crypto";
import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { setsForAll, type CalendarGrant } from "../../app/grants.ts";
import type { Limits } from "../../app/limits.ts";
import { reach, type Reach } from "../../app/calendars/list-calendars.ts";
import {
  AVAILABILITY,
  CALENDARS,
  CALENDARS_PARSE,
  CORE,
  PRINCIPALS,
  PRINCIPALS_OWNER,
  SNART,
  TASKS,
  TASKS_ALERTS,
  TASKS_RECURRENCES,
  WEB_PUSH,
} from "./capabilities.ts";

/** The Session object (RFC 8620 §2). */
export interface Session {
  readonly capabilities: Readonly<Record<string, object>>;
  readonly accounts: Readonly<Record<string, Account>>;
  readonly primaryAccounts: Readonly<Record<string, string>>;
  readonly username: string;
  readonly apiUrl: string;
  readonly downloadUrl: string;
  readonly uploadUrl: string;
  readonly eventSourceUrl: string;
  readonly state: string;
}
export interface Account {
  readonly name: string;
  readonly isPersonal: boolean;
  readonly isReadOnly: boolean;
  readonly accountCapabilities: Readonly<Record<string, object>>;
}

/** The accounts in which the actor can see anything, own first. */
export async function reachOf(app: App, actor: Actor): Promise<readonly Reach[]> {
  return (await reach(app, actor)).filter(({ grants }) => grants.length === 0 || grants.some(isVisible));
}

/** Whether a calendar is among the actor's: also one of which they only see when it is busy. */
export const isVisible = (grant: CalendarGrant): boolean => grant.rights.mayReadFreeBusy;

/**
 * The actor's own account, or a group's that they manage: one in which they may create calendars. Sharing always
 * gives a grant on another's calendar.
 */
const actsFor = ({ principal, grants }: Reach, actor: Actor): boolean =>
  principal.id === actor.principalId || grants.every(setsForAll);

/** The Session object for an actor; `publicUrl` without a slash at its end. */
export function sessionOf(
  app: App,
  actor: Actor,
  reached: readonly Reach[],
  publicUrl: string,
  pushKey = "",
): Session {
  const session = {
    capabilities: capabilitiesOf(app, publicUrl, pushKey),
    accounts: Object.fromEntries(reached.map((one) => [one.principal.id, accountOf(app.limits, actor, one)])),
    primaryAccounts: {
      [CALENDARS]: actor.principalId,
      [TASKS]: actor.principalId,
      [PRINCIPALS]: actor.principalId,
      [AVAILABILITY]: actor.principalId,
      [SNART]: actor.principalId,
    },
    username: actor.login,
    apiUrl: `${publicUrl}/jmap/api`,
    downloadUrl: `${publicUrl}/jmap/download/{accountId}/{blobId}/{name}?accept={type}`,
    uploadUrl: `${publicUrl}/jmap/upload/{accountId}/`,
    eventSourceUrl: `${publicUrl}/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}`,
  };
  return { ...session, state: shortHash(session) };
}

/** Sixteen characters that change whenever the value does. */
export const shortHash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);

function capabilitiesOf(
  { limits, outside }: App,
  publicUrl: string,
  applicationServerKey: string,
): Readonly<Record<string, object>> {
  return {
    [CORE]: {
      maxSizeUpload: limits.uploadSize,
      maxConcurrentUpload: limits.maxConcurrentUpload,
      maxSizeRequest: limits.requestSize,
      maxConcurrentRequests: limits.maxConcurrentRequests,
      maxCallsInRequest: limits.maxCallsInRequest,
      maxObjectsInGet: limits.maxObjectsInGet,
      maxObjectsInSet: limits.maxObjectsInSet,
      collationAlgorithms: ["i;octet", "i;unicode-casemap"],
    },
    [CALENDARS]: {},
    [CALENDARS_PARSE]: {},
    [TASKS]: {},
    [TASKS_RECURRENCES]: {},
    [TASKS_ALERTS]: {},
    [PRINCIPALS]: {},
    [AVAILABILITY]: {},
    [WEB_PUSH]: { applicationServerKey },
    [SNART]: {
      exportUrl: `${publicUrl}/export/{calendarId}/{name}`,
      photoUrl: `${publicUrl}/photo/{principalId}/{photoId}`,
      maxSizePhoto: limits.photoSize,
      maxSizeAttachment: limits.attachmentSize,
      maxAttachmentsPerEvent: limits.attachmentsPerObject,
      maxAttachmentsPerImport: limits.attachmentsPerImport,
      maxSizeNameDays: limits.nameDaysSize,
      mailsGuests: outside !== undefined,
    },
  };
}

/** What the session says of an account in a word. */
export function accountFacts(actor: Actor, reached: Reach) {
  const { principal, grants } = reached;
  const mayCreateCalendar = actsFor(reached, actor);
  const mayWrite = grants.some(({ rights }) => rights.mayWriteOwn || rights.mayRSVP);
  return {
    name: principal.displayName,
    isPersonal: principal.id === actor.principalId,
    isReadOnly: !mayCreateCalendar && !mayWrite,
    mayCreateCalendar,
  };
}

function accountOf(limits: Limits, actor: Actor, reached: Reach): Account {
  const { principal } = reached;
  const { mayCreateCalendar, ...facts } = accountFacts(actor, reached);
  const { isPersonal } = facts;
  return {
    ...facts,
    accountCapabilities: {
      [CORE]: {},
      ...ofTasks(limits, mayCreateCalendar),
      [CALENDARS]: {
        maxCalendarsPerEvent: 1,
        minDateTime: `${FIRST}Z`,
        maxDateTime: `${LAST}Z`,
        maxExpandedQueryDuration: `P${limits.queryRangeDays}D`,
        maxParticipantsPerEvent: limits.participantsPerEvent,
        mayCreateCalendar,
      },
      [CALENDARS_PARSE]: {},
      ...(isPersonal ? ofPrincipals(limits, actor) : {}),
      [PRINCIPALS_OWNER]: { accountIdForPrincipal: actor.principalId, principalId: principal.id },
      [SNART]: {},
    },
  };
}

const FIRST = "1900-01-01T00:00:00";
const LAST = "2199-12-31T23:59:59";

const ofTasks = (limits: Limits, mayCreateTaskList: boolean): Readonly<Record<string, object>> => ({
  [TASKS]: { minDateTime: FIRST, maxDateTime: LAST, mayCreateTaskList },
  [TASKS_RECURRENCES]: { maxExpandedQueryDuration: `P${limits.queryRangeDays}D` },
  [TASKS_ALERTS]: {},
});

/** Principals are only requested in the person's own account. */
const ofPrincipals = (limits: Limits, actor: Actor): Readonly<Record<string, object>> => ({
  [PRINCIPALS]: { currentUserPrincipalId: actor.principalId },
  [AVAILABILITY]: { maxAvailabilityDuration: `P${limits.queryRangeDays}D` },
});
