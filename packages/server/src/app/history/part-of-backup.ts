import type { RestoredCalendar } from "@snart/calendar/jmap/backups.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import { spelledLogin } from "../sign-in/person-by-login.ts";

/** What of a backup is asked for: all calendars of a person or group, or one by its id or as `OWNER/NAME`. */
export type PartNamed =
  | { readonly kind: "person"; readonly address: string }
  | { readonly kind: "calendar"; readonly name: string };

/** Why it can't be restored here: the backup has none; here is nobody to whom it could belong. */
export type PartProblem = "not-in-backup" | "owner-not-here";

type LeftOut = NonNullable<RestoredCalendar["leftOut"]>;

/** A calendar of the backup, and where its contents go. */
export interface CalendarPart {
  readonly former: Calendar;
  /** The calendar here; undefined: it is made anew, or left out. */
  readonly here: Calendar | undefined;
  readonly leftOut: LeftOut | undefined;
}
/** What was asked for, in one account. */
export interface Part {
  /** Acts for the account, as whoever runs the command line may. */
  readonly actor: Actor;
  readonly calendars: readonly CalendarPart[];
}

/** Finds a part in the backup, and its places here. @param former reads the backup */
export async function findPart(
  tx: ReadTransaction,
  former: ReadTransaction,
  named: PartNamed,
): Promise<Result<Part, PartProblem>> {
  const found =
    named.kind === "person" ? await ofPerson(former, named.address) : await one(former, named.name);
  if (!found) return failed("not-in-backup");
  const [first] = found.calendars;
  const moved = named.kind === "calendar" && first ? await tx.calendars.byId(first.id) : undefined;
  const owner = moved ? await tx.principals.byId(moved.accountId) : await sameHere(tx, found.owner);
  if (!owner || owner.status === "deleted") return failed("owner-not-here");
  const calendars: CalendarPart[] = [];
  for (const calendar of found.calendars) calendars.push(await placeOf(tx, owner, calendar));
  const { id: principalId, login } = owner;
  return ok({
    actor: mintActor({ principalId, login, isAdmin: false, via: "command-line", proof: "" }),
    calendars,
  });
}

interface Found {
  readonly owner: Principal;
  readonly calendars: readonly Calendar[];
}

async function ofPerson(former: ReadTransaction, address: string): Promise<Found | undefined> {
  const owner = await principalNamed(former, address);
  return owner && { owner, calendars: await former.calendars.ofAccount(owner.id) };
}

async function one(former: ReadTransaction, name: string): Promise<Found | undefined> {
  const calendar = (await former.calendars.byId(name as CalendarId)) ?? (await ofOwner(former, name));
  const owner = calendar && (await former.principals.byId(calendar.accountId));
  return owner && calendar && { owner, calendars: [calendar] };
}

/** `elin@example.com/Hemma`: by the last part of its address before its name, which several may have. */
async function ofOwner(former: ReadTransaction, name: string): Promise<Calendar | undefined> {
  const slash = name.indexOf("/");
  const owner = slash < 0 ? undefined : await principalNamed(former, name.slice(0, slash));
  const rest = name.slice(slash + 1);
  const all = owner ? await former.calendars.ofAccount(owner.id) : [];
  const called = all.filter((calendar) => calendar.name === rest);
  return all.find(({ uri }) => uri === rest) ?? (called.length === 1 ? called[0] : undefined);
}

async function principalNamed(tx: ReadTransaction, given: string): Promise<Principal | undefined> {
  const same = await tx.principals.byId(given as PrincipalId);
  if (same) return same;
  const name = spelledLogin(given);
  return name.includes("@") ? await tx.principals.byEmail(name) : await tx.principals.byLogin(name);
}

/** The same account, also where the person was added anew. */
async function sameHere(
  tx: ReadTransaction,
  { id, kind, email, login }: Principal,
): Promise<Principal | undefined> {
  const same = await tx.principals.byId(id);
  if (same && same.status !== "deleted") return same;
  const other = (email && (await tx.principals.byEmail(email))) || (await tx.principals.byLogin(login));
  return other?.kind === kind ? other : undefined;
}

async function placeOf(tx: ReadTransaction, owner: Principal, former: Calendar): Promise<CalendarPart> {
  const same = await tx.calendars.byId(former.id);
  if (same && same.accountId !== owner.id) return { former, here: undefined, leftOut: "handed-over" };
  const here = same ?? (await tx.calendars.byUri(owner.id, former.uri));
  const isFeed = former.isReadOnly || here?.isReadOnly === true;
  return { former, here, leftOut: owner.kind === "bookable" ? "bookable" : isFeed ? "feed" : undefined };
}
