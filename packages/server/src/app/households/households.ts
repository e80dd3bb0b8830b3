import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Household, HouseholdTag } from "../../storage/records/households.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** A household as its people and administrators see it. */
export interface SeenHousehold {
  readonly household: Household;
  readonly principal: Principal;
  /** Those who are invited or suspended, too. */
  readonly people: readonly Principal[];
  readonly tags: readonly HouseholdTag[];
  /** When something was booked for it last, and how much is still to come. */
  readonly lastBookedAt: number | null;
  readonly upcoming: number;
  /** What its people read; null: nobody is in it yet, or they do not read the same. */
  readonly language: Preferences["language"] | null;
  /** Whether the actor may change it and print its letter. */
  readonly mayManage: boolean;
}

/** For how long back it is said when a household booked last. */
const LATELY = 366 * 86_400_000;

/** The actor's households; for administrators all. */
export function listHouseholds(app: App, actor: Actor): Promise<readonly SeenHousehold[]> {
  return app.storage.read(async (tx) => {
    const mayManage = (await grantAdministration(tx, actor)).ok;
    const found = mayManage ? await tx.households.list() : await tx.households.ofPerson(actor.principalId);
    const seen: SeenHousehold[] = [];
    for (const household of found) {
      const one = await describe(app, tx, household, mayManage);
      if (one) seen.push(one);
    }
    return seen;
  });
}

/** @returns `not-found` for a household that the actor is not in and does not administer */
export async function householdSeenBy(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  id: PrincipalId,
): Promise<Result<SeenHousehold, Problem>> {
  const mayManage = (await grantAdministration(tx, actor)).ok;
  const household = await tx.households.byId(id);
  const isOwn = (await tx.principals.groupsOf(actor.principalId)).includes(id);
  const seen = household && (isOwn || mayManage) ? await describe(app, tx, household, mayManage) : undefined;
  return seen ? ok(seen) : failed({ code: "not-found" });
}

async function describe(
  app: App,
  tx: ReadTransaction,
  household: Household,
  mayManage: boolean,
): Promise<SeenHousehold | undefined> {
  const { accountId } = household;
  const principal = await tx.principals.byId(accountId);
  if (principal?.status !== "active") return undefined;
  const people: Principal[] = [];
  for (const { memberId } of await tx.principals.membersOf(accountId)) {
    const person = await tx.principals.byId(memberId);
    if (person && person.status !== "deleted") people.push(person);
  }
  const now = app.now();
  const bookings = await tx.bookings.ofParty(accountId, now - LATELY);
  const made = bookings.map(({ createdAt }) => createdAt);
  return {
    household,
    principal,
    people,
    tags: await tx.householdTags.ofHousehold(accountId),
    lastBookedAt: made.length === 0 ? null : Math.max(...made),
    upcoming: bookings.filter(({ state, endsAt }) => endsAt > now && isToCome(state)).length,
    language: languageOf(people),
    mayManage,
  };
}

function languageOf(people: readonly Principal[]): SeenHousehold["language"] {
  const read = new Set(people.map(({ preferences }) => preferences.language));
  return read.size === 1 ? ([...read][0] ?? null) : null;
}

const isToCome = (state: string): boolean =>
  state === "confirmed" || state === "requested" || state === "inUse";
