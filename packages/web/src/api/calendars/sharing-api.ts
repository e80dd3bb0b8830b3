import { levelOf, rightsOf, type CalendarRights, type Level } from "@snart/calendar/access/rights.ts";
import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import type { RecordTypes } from "@snart/calendar/jmap/record-types.ts";
import type { PrincipalRecord, ShareNotificationRecord } from "@snart/calendar/jmap/sharing.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Invocation } from "../calls.ts";
import { CALENDARS, jmap, type JmapAccount } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

/** A person or group that a calendar can be shared with. */
export interface Party {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** addresses that are found as well, as they were the person's before */
  readonly formerEmails?: readonly string[];
  readonly isGroup: boolean;
}

export interface Shared {
  readonly party: Party;
  readonly level: Level;
}

/** A calendar and its sharees, for a person who may change them. */
export interface SharedCalendar {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly shares: readonly Shared[];
  /** the person's own account, or that of one of their groups */
  readonly isOwn: boolean;
}

/** A calendar of somebody else that the person sees or has left. */
export interface ForeignCalendar {
  readonly accountId: string;
  readonly ownerName: string;
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly level: Level;
  /** whether the person has it in their list; false: they have left it */
  readonly isSubscribed: boolean;
}

/** Somebody's change of a share with the viewer. */
export interface ShareNotice {
  readonly id: string;
  readonly by: string;
  readonly calendar: string;
  readonly at: number;
  /** null: no rights any more */
  readonly level: Level | null;
}

export interface Sharing {
  readonly calendars: readonly SharedCalendar[];
  readonly foreign: readonly ForeignCalendar[];
  readonly parties: readonly Party[];
  readonly notices: readonly ShareNotice[];
}

/** Returns the level of given rights. */
const levelFrom = (rights: CalendarRights | null): Level | null => (rights && levelOf(rights)) ?? null;

/** Fetches everything about sharing: the person's calendars, those of others, possible sharees, and notifications. */
export async function fetchSharing(accountId: string): Asked<Sharing> {
  const session = await jmap.session(true);
  if (!session.ok) return session;
  const { accounts } = session.value;
  const answers = await jmap.each([
    [
      "Principal/get",
      { accountId, ids: null, properties: ["type", "name", "email", "capabilities"] },
      "people",
    ],
    ["ShareNotification/get", { accountId, ids: null }, "notices"],
    ...accounts.map(({ id }): Invocation => ["Calendar/get", { accountId: id, ids: null }, id]),
  ]);
  if (!answers.ok) return answers;
  const read = <T extends keyof RecordTypes>(id: string): readonly RecordTypes[T][] => {
    const given = answers.value.list<T>(id);
    return given.ok ? given.value : [];
  };
  const people = answers.value.list<"Principal">("people");
  if (!people.ok) return people;
  const parties = people.value.map(partyOf);
  const byId = new Map(parties.map((party) => [party.id, party]));
  const all = accounts.flatMap((account) =>
    read<"Calendar">(account.id).map((calendar) => ({ account, calendar })),
  );
  return ok({
    parties: parties.filter(({ id }) => id !== accountId),
    notices: read<"ShareNotification">("notices").map(noticeOf),
    calendars: all
      .filter(({ calendar }) => calendar.myRights.mayShare)
      .map(({ account, calendar }) => ({
        ...headOf(account.id, calendar),
        isOwn: account.mayCreateCalendar === true,
        shares: sharesOf(calendar, byId),
      })),
    foreign: all
      .filter(({ account, calendar }) => isOthers(account) || !calendar.isSubscribed)
      .map(({ account, calendar }) => ({
        ...headOf(account.id, calendar),
        ownerName: account.name,
        level: levelFrom(calendar.myRights) ?? "freeBusy",
        isSubscribed: calendar.isSubscribed,
      })),
  });
}

/** Returns whether an account is neither the viewer's own nor that of a group that they manage. */
const isOthers = ({ isPersonal, mayCreateCalendar }: JmapAccount): boolean =>
  !isPersonal && mayCreateCalendar !== true;

const headOf = (accountId: string, { id, name, color }: CalendarRecord) => ({ accountId, id, name, color });

/** Converts a principal to a possible sharee. */
export const partyOf = ({ id, name, email, type, capabilities }: PrincipalRecord): Party => ({
  id,
  name,
  email,
  formerEmails: (capabilities[CALENDARS].formerCalendarAddresses ?? []).map((one) =>
    one.replace(/^mailto:/, ""),
  ),
  isGroup: type === "group",
});

function sharesOf(
  { shareWith: shares }: CalendarRecord,
  parties: ReadonlyMap<string, Party>,
): readonly Shared[] {
  const shared = Object.entries(shares ?? {}).flatMap(([id, rights]) => {
    const [party, level] = [parties.get(id), levelFrom(rights)];
    return party && level ? [{ party, level }] : [];
  });
  return shared.toSorted((a, b) => a.party.name.localeCompare(b.party.name));
}

const noticeOf = (it: ShareNotificationRecord): ShareNotice => ({
  id: it.id,
  by: it.changedBy.name,
  calendar: it.name,
  at: Date.parse(it.created),
  level: levelFrom(it.newRights),
});

/** Sets what a person or group may do with a calendar; null removes the share. */
export const shareWith = (
  calendar: Pick<SharedCalendar, "accountId" | "id">,
  partyId: string,
  level: Level | null,
): Asked<unknown> => updateCalendar(calendar, { [`shareWith/${partyId}`]: level && rightsOf(level) });

/** Leaves a calendar that somebody else shares, or follows it again. */
export const followShared = (
  calendar: Pick<ForeignCalendar, "accountId" | "id">,
  isSubscribed: boolean,
): Asked<unknown> => updateCalendar(calendar, { isSubscribed });

const updateCalendar = (
  { accountId, id }: Pick<SharedCalendar, "accountId" | "id">,
  patch: JsonRecord,
): Asked<unknown> => jmap.setOne("Calendar/set", { accountId, update: { [id]: patch } });

/** Transfers a calendar to a new owner; `keep` is the former owner's level from then on. */
export const handOver = (
  { accountId, id }: Pick<SharedCalendar, "accountId" | "id">,
  to: string,
  keep: Level | null,
): Asked<unknown> => jmap.callOne("Calendar/handOver", { accountId, id, to, keep: keep && rightsOf(keep) });

/** Dismisses share notifications. */
export const dismissNotices = (accountId: string, ids: readonly string[]): Asked<unknown> =>
  jmap.callOne("ShareNotification/set", { accountId, destroy: ids });
