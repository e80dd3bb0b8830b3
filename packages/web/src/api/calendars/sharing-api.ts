import {
  completeRights,
  levelOf,
  NO_RIGHTS,
  rightsOf,
  type CalendarRights,
  type Level,
} from "@snart/calendar/access/rights.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap, refusal, type Invocation, type JmapAccount, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Somebody, or a group, that a calendar can be shared with. */
export interface Party {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly isGroup: boolean;
}

export interface Shared {
  readonly party: Party;
  readonly level: Level;
}

/** A calendar with whom it is shared, as who may change that sees it. */
export interface SharedCalendar {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly shares: readonly Shared[];
  /** one's own, or of a group that one is in */
  readonly isOwn: boolean;
}

/** A calendar of somebody else that one sees, or any that one has left. */
export interface ForeignCalendar {
  readonly accountId: string;
  readonly ownerName: string;
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly level: Level;
  /** in one's list, until one leaves it */
  readonly isSubscribed: boolean;
}

/** What somebody has done about a share with oneself. */
export interface ShareNotice {
  readonly id: string;
  readonly by: string;
  readonly calendar: string;
  readonly at: number;
  /** null: nothing any more */
  readonly level: Level | null;
}

export interface Sharing {
  readonly calendars: readonly SharedCalendar[];
  readonly foreign: readonly ForeignCalendar[];
  readonly parties: readonly Party[];
  readonly notices: readonly ShareNotice[];
}

const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
const records = ({ list }: JmapRecord): readonly JmapRecord[] =>
  Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];

/** The level that rights come to; what is said of no right counts as not given. */
function levelFrom(rights: unknown): Level | null {
  if (!isRecord(rights)) return null;
  const given = Object.fromEntries(Object.keys(NO_RIGHTS).map((name) => [name, rights[name] === true]));
  return levelOf(completeRights(given as unknown as CalendarRights)) ?? null;
}

/** Everything about sharing: one's calendars, those of others, whom one can share with, and what is new. */
export async function fetchSharing(accountId: string): Asked<Sharing> {
  const session = await jmap.session(true);
  if (!session.ok) return session;
  const { accounts } = session.value;
  const answers = await jmap.call([
    ["Principal/get", { accountId, ids: null, properties: ["type", "name", "email"] }, "people"],
    ["ShareNotification/get", { accountId, ids: null }, "notices"],
    ...accounts.map(({ id }): Invocation => ["Calendar/get", { accountId: id, ids: null }, id]),
  ]);
  if (!answers.ok) return answers;
  const read = (id: string): readonly JmapRecord[] => {
    const given = answers.value.of(id);
    return given.ok ? records(given.value) : [];
  };
  const people = answers.value.of("people");
  if (!people.ok) return people;
  const parties = records(people.value).map(partyOf);
  const byId = new Map(parties.map((party) => [party.id, party]));
  const all = accounts.flatMap((account) => read(account.id).map((calendar) => ({ account, calendar })));
  return ok({
    parties: parties.filter(({ id }) => id !== accountId),
    notices: read("notices").map(noticeOf),
    calendars: all
      .filter(({ calendar }) => record(calendar["myRights"])["mayShare"] === true)
      .map(({ account, calendar }) => ({
        ...headOf(account.id, calendar),
        isOwn: account.mayCreateCalendar === true,
        shares: sharesOf(calendar, byId),
      })),
    foreign: all
      .filter(({ account, calendar }) => isOthers(account) || calendar["isSubscribed"] === false)
      .map(({ account, calendar }) => ({
        ...headOf(account.id, calendar),
        ownerName: account.name,
        level: levelFrom(calendar["myRights"]) ?? "freeBusy",
        isSubscribed: calendar["isSubscribed"] !== false,
      })),
  });
}

/** Neither one's own nor of a group that one manages. */
const isOthers = ({ isPersonal, mayCreateCalendar }: JmapAccount): boolean =>
  !isPersonal && mayCreateCalendar !== true;

const headOf = (accountId: string, calendar: JmapRecord) => ({
  accountId,
  id: text(calendar["id"]),
  name: text(calendar["name"]),
  color: textOrNull(calendar["color"]),
});

const partyOf = (it: JmapRecord): Party => ({
  id: text(it["id"]),
  name: text(it["name"]),
  email: textOrNull(it["email"]),
  isGroup: it["type"] === "group",
});

function sharesOf(calendar: JmapRecord, parties: ReadonlyMap<string, Party>): readonly Shared[] {
  const shares = Object.entries(record(calendar["shareWith"])).flatMap(([id, rights]) => {
    const [party, level] = [parties.get(id), levelFrom(rights)];
    return party && level ? [{ party, level }] : [];
  });
  return shares.toSorted((a, b) => a.party.name.localeCompare(b.party.name));
}

const noticeOf = (it: JmapRecord): ShareNotice => ({
  id: text(it["id"]),
  by: text(record(it["changedBy"])["name"]),
  calendar: text(it["name"]),
  at: Date.parse(text(it["created"])) || 0,
  level: levelFrom(it["newRights"]),
});

/** Says what a person or group may do with a calendar; null: nothing any more. */
export function shareWith(
  { accountId, id }: Pick<SharedCalendar, "accountId" | "id">,
  partyId: string,
  level: Level | null,
): Asked<void> {
  return updateCalendar(accountId, id, { [`shareWith/${partyId}`]: level && rightsOf(level) });
}

/** Leaves what somebody else shares, or takes it back. */
export const followShared = (
  { accountId, id }: Pick<ForeignCalendar, "accountId" | "id">,
  isSubscribed: boolean,
): Asked<void> => updateCalendar(accountId, id, { isSubscribed });

async function updateCalendar(accountId: string, id: string, patch: JmapRecord): Asked<void> {
  const given = await jmap.callOne("Calendar/set", { accountId, update: { [id]: patch } });
  if (!given.ok) return given;
  const error = record(given.value["notUpdated"])[id];
  return error === undefined ? ok(undefined) : failed(refusal(record(error)));
}

/** Makes a calendar somebody else's; `keep` is what oneself may do with it from then on. */
export async function handOver(
  { accountId, id }: Pick<SharedCalendar, "accountId" | "id">,
  to: string,
  keep: Level | null,
): Asked<void> {
  const kept = keep && rightsOf(keep);
  const given = await jmap.callOne("Calendar/handOver", { accountId, id, to, keep: kept });
  return given.ok ? ok(undefined) : given;
}

/** Puts what is new away. */
export async function dismissNotices(accountId: string, ids: readonly string[]): Asked<void> {
  const given = await jmap.callOne("ShareNotification/set", { accountId, destroy: ids });
  return given.ok ? ok(undefined) : given;
}
