import type { PrincipalFace, PrincipalRecord } from "@snart/calendar/jmap/sharing.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { App } from "../../app/app.ts";
import { allBookables } from "../../app/bookings/bookables.ts";
import { listPrincipals } from "../../app/accounts/find-principal.ts";
import { profile, updateProfile } from "../../app/accounts/profile.ts";
import { addressesOf, isAddressOf } from "../../app/principal-address.ts";
import { reach } from "../../app/calendars/list-calendars.ts";
import type { Principal } from "../../app/types.ts";
import { addressOf } from "../context/event-record.ts";
import type { MethodContext } from "../method.ts";
import { idList, idText } from "../standard/arguments.ts";
import { readCondition, type Search } from "../standard/query.ts";
import { recordType } from "../standard/record-type.ts";
import { quietly } from "../standard/set-method.ts";
import { named } from "../standard/source.ts";
import { serverLock } from "../standard/state-guard.ts";
import { CALENDARS, PRINCIPALS, SNART } from "../wire/capabilities.ts";
import { invalidArguments, type MethodError, type SetError } from "../wire/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../wire/json.ts";
import { sessionOf, shortHash, type Account } from "../wire/session.ts";
import { principalGetAvailability } from "./principal-get-availability.ts";

const TYPES = { person: "individual", group: "group", bookable: "resource" } as const;

/** A room is a place to be, and anything else that is booked a resource (RFC 9670 §2). */
async function roomsOf(app: App, principals: readonly Principal[]): Promise<ReadonlySet<string>> {
  const bookables = principals.some(({ kind }) => kind === "bookable") ? await allBookables(app) : [];
  return new Set(bookables.filter(({ type }) => type === "ROOM").map(({ accountId }) => accountId));
}

/** Everybody whom the actor finds, the actor first, as far as the actor may know each. */
async function readPrincipals(context: MethodContext) {
  const items = (await knownPrincipals(context)).map(({ record }) => record);
  return { state: shortHash(items), items };
}

/** A principal and what the actor is shown of it. */
interface Shown {
  readonly principal: Principal;
  readonly record: PrincipalRecord;
}

async function knownPrincipals({ app, actor, reach: visible }: MethodContext): Promise<readonly Shown[]> {
  const shown = await visible();
  const { accounts } = sessionOf(app, actor, shown, "");
  // Every level of sharing includes free/busy.
  const shares = new Set((await reach(app, actor)).map(({ principal }) => principal.id));
  const found = await listPrincipals(app, actor);
  const rooms = await roomsOf(
    app,
    found.map(({ principal }) => principal),
  );
  return found.map(({ principal, isBusySeen }) => ({
    principal,
    record: recordOf(principal, {
      isSelf: principal.id === actor.principalId,
      isBusySeen: isBusySeen || shares.has(principal.id),
      isRoom: rooms.has(principal.id),
      account: accounts[principal.id],
    }),
  }));
}

interface Known {
  readonly isSelf: boolean;
  /** Whether the actor sees when they are busy, at least in what they share. */
  readonly isBusySeen: boolean;
  readonly isRoom: boolean;
  readonly account: Account | undefined;
}

function recordOf(principal: Principal, { isSelf, isBusySeen, isRoom, account }: Known): PrincipalRecord {
  const { id, kind, displayName, email, photoId, preferences } = principal;
  const calendarAddress = addressOf(principal);
  const former = addressesOf(principal).slice(1);
  const calendars = {
    accountId: account ? id : null,
    mayGetAvailability: isBusySeen,
    mayShareWith: !isSelf,
    ...(calendarAddress ? { calendarAddress } : {}),
    ...(former.length > 0 && { formerCalendarAddresses: former }),
  };
  const { initials, faceColour } = preferences;
  const face: PrincipalFace = {
    ...(photoId !== undefined && { photoId }),
    ...(initials !== undefined && { initials }),
    ...(faceColour !== undefined && { colour: faceColour }),
  };
  return {
    id,
    type: isRoom ? "location" : TYPES[kind],
    name: displayName,
    description: null,
    email,
    timeZone: isBusySeen ? (preferences.timeZone ?? null) : null,
    capabilities: { [CALENDARS]: calendars, ...(Object.keys(face).length > 0 && { [SNART]: face }) },
    accounts: account ? { [id]: account } : null,
  };
}

const conditions = {
  calendarAddress: v.nullish(idText),
  accountIds: v.nullish(idList),
  email: v.nullish(idText),
  name: v.nullish(idText),
  text: v.nullish(idText),
  type: v.nullish(idText),
  timeZone: v.nullish(idText),
};
type Condition = v.InferOutput<v.StrictObjectSchema<typeof conditions, undefined>>;

const fold = (text: string): string => text.toLowerCase().normalize("NFC");

function matches(
  { principal, record }: Shown,
  { accountIds, calendarAddress, email, name, text, type, timeZone }: Condition,
): boolean {
  const contains = (value: string | null, search: string | null | undefined): boolean =>
    search === null || search === undefined || (value !== null && fold(value).includes(fold(search)));
  const emails = [record.email, ...principal.formerEmails];
  return (
    (calendarAddress === null || calendarAddress === undefined || isAddressOf(principal)(calendarAddress)) &&
    emails.some((one) => contains(one, email)) &&
    contains(record.name, name) &&
    contains(`${record.name} ${emails.join(" ")}`, text) &&
    (type ?? record.type) === record.type &&
    (timeZone ?? record.timeZone) === record.timeZone &&
    (!accountIds || accountIds.some((id) => record.accounts?.[id] !== undefined))
  );
}

type Matches = (one: Shown) => boolean;

/** The most conditions of a filter. */
const MOST_CONDITIONS = 200;

/** A filter, with its operators (RFC 8620 §5.5); an empty one matches everybody. */
function readFilter(
  filter: JsonObject,
  left = { conditions: MOST_CONDITIONS },
): Result<Matches, MethodError> {
  if (--left.conditions < 0) return failed(invalidArguments(`at most ${MOST_CONDITIONS} conditions`));
  if (filter.operator === undefined) {
    const condition = readCondition(conditions, filter);
    return condition.ok ? ok((one) => matches(one, condition.value)) : condition;
  }
  const { operator, conditions: parts, ...others } = filter;
  if (!Array.isArray(parts) || Object.keys(others).length > 0)
    return failed(invalidArguments("an operator has conditions, and nothing else"));
  const read: Matches[] = [];
  for (const part of parts as readonly Json[]) {
    if (!isJsonObject(part)) return failed(invalidArguments("a condition must be an object"));
    const inner = readFilter(part, left);
    if (!inner.ok) return inner;
    read.push(inner.value);
  }
  if (operator === "AND") return ok((one) => read.every((matching) => matching(one)));
  if (operator === "OR") return ok((one) => read.some((matching) => matching(one)));
  if (operator === "NOT") return ok((one) => !read.some((matching) => matching(one)));
  return failed(invalidArguments("the operator must be AND, OR or NOT"));
}

/** Principals are sorted by name. */
async function search(context: MethodContext, _account: Principal, { filter, sort }: Search) {
  const matching = readFilter(filter);
  if (!matching.ok) return matching;
  if (sort.some(({ property }) => property !== "name"))
    return failed({ type: "unsupportedSort", description: "principals are sorted by name" } as const);
  const shown = await knownPrincipals(context);
  const state = shortHash(shown.map(({ record }) => record));
  const sign = sort[0]?.isAscending === false ? -1 : 1;
  const found = shown
    .filter(matching.value)
    .map(({ record }) => record)
    .toSorted((a, b) => sign * (fold(a.name) < fold(b.name) ? -1 : fold(a.name) > fold(b.name) ? 1 : 0));
  return ok({ state, ids: found.map(({ id }) => id) });
}

const FORBIDDEN: SetError = { type: "forbidden", description: "accounts are managed elsewhere" };

/**
 * Principal (RFC 9670 §2): everybody on this server. Only the actor's own name and time zone can be set. There are
 * few and no log is kept of them: after a change they must be read again.
 */
export const principals = recordType<PrincipalRecord>({
  name: "Principal",
  capability: PRINCIPALS,
  isOwn: true,
  properties: named("id", "type", "name", "description", "email", "timeZone", "capabilities", "accounts"),
  read: async (context) => ok(await readPrincipals(context)),
  changes: "whole",
  query: { search, changes: "whole" },
  set: {
    locks: serverLock,
    create: FORBIDDEN,
    async update({ app, actor, account }, id, { name, timeZone, ...others }) {
      if (id !== account.id) return failed(FORBIDDEN);
      const wrong = Object.keys(others);
      if (name !== undefined && typeof name !== "string") wrong.push("name");
      if (timeZone !== undefined && timeZone !== null && typeof timeZone !== "string") wrong.push("timeZone");
      if (wrong.length > 0)
        return failed<SetError>({ type: "forbidden", properties: wrong, description: "cannot be set" });
      const own = await profile(app, actor);
      if (!own.ok) return own;
      const { timeZone: _former, ...preferences } = own.value.preferences;
      const changes = {
        ...(typeof name === "string" && { displayName: name }),
        ...(timeZone !== undefined && {
          preferences: { ...preferences, ...(typeof timeZone === "string" && { timeZone }) },
        }),
      };
      return quietly(await updateProfile(app, actor, changes));
    },
    destroy: FORBIDDEN,
  },
  methods: { getAvailability: principalGetAvailability },
});
