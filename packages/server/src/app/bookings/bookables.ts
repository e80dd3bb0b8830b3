import { equipmentKey, isTooMuchEquipment } from "@snart/calendar/booking/equipment/equipment.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import { prepare } from "@snart/calendar/booking/prepare.ts";
import { readRules } from "@snart/calendar/booking/read-rules.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Bookable, RulesAcceptance } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { insertAccount } from "../accounts/new-account.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { groupsAround } from "../bookables/groups-around.ts";
import { partiesOf } from "../bookables/party-of.ts";
import { planDraws } from "../bookables/plan-draws.ts";
import { allRulesInForce, rulesInForce, type RulesInForce } from "../bookables/rules-in-force.ts";
import { changeShares } from "../calendars/share-calendar.ts";
import { grantAdministration } from "../grants.ts";
import { HOSTILE, nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";

/** A bookable as somebody sees it. */
export interface SeenBookable {
  readonly bookable: Bookable;
  readonly principal: Principal;
  /** null: nobody but its managers can book it yet */
  readonly inForce: RulesInForce | undefined;
  readonly mayManage: boolean;
}

export type NewBookable = Omit<Bookable, "accountId" | "answerMode" | "equipment"> & {
  readonly name: string;
  /** absent: it doesn't say */
  readonly equipment?: Bookable["equipment"];
  /** as `readRules` takes them */
  readonly rules: unknown;
};

const LONGEST = 2_000;

/** Makes a bookable with its calendar, which its managers may write. Only administrators may. */
export function createBookable(
  app: App,
  actor: Actor,
  given: NewBookable,
): Promise<Result<PrincipalId, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const rules = readRules(given.rules);
    if (!rules.ok) return failed({ code: "booking-rules-wrong", problems: rules.problem });
    const problem = await bookableProblem(app, tx, given);
    if (problem) return failed(problem);
    const made = await insertAccount(app, tx, "bookable", given.name, ["VEVENT"]);
    if (!made.ok) return made;
    const { principal, calendar, scope } = made.value;
    const { name, rules: _, equipment = [], ...fields } = given;
    await tx.bookables.insert({
      ...fields,
      accountId: principal.id,
      answerMode: "automatic",
      equipment: trimmed(equipment),
    });
    const [createdAt, createdBy] = [app.now(), actor.principalId];
    await tx.bookingRules.append({
      accountId: principal.id,
      version: 1,
      rules: rules.value,
      createdAt,
      createdBy,
    });
    await planDraws(app, tx, principal.id, prepare(rules.value));
    await changeShares(scope, calendar.calendar, new Map([[fields.managersId, "edit"]]));
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "bookable-created",
      subject: name.trim(),
      detail: { login: actor.login, bookable: principal.login },
    });
    return ok(principal.id);
  });
}

/** The same with what the actor and their households have accepted of its house rules. */
export interface ListedBookable extends SeenBookable {
  readonly acceptances: readonly RulesAcceptance[];
}

/** Everything that somebody may book or manage, by name. */
export function listBookables(app: App, actor: Actor): Promise<readonly ListedBookable[]> {
  return app.storage.read(async (tx) => {
    const seen = await bookablesSeenBy(tx, actor);
    const known = await tx.rulesAcceptances.ofParties(await partiesOf(tx, actor));
    const byThing = Map.groupBy(known, ({ accountId }) => accountId);
    return seen
      .map((one) => ({ ...one, acceptances: byThing.get(one.principal.id) ?? [] }))
      .toSorted((a, b) => a.principal.displayName.localeCompare(b.principal.displayName));
  });
}

/** The same in a transaction, by id. */
export const bookablesSeenBy = async (tx: ReadTransaction, actor: Actor): Promise<readonly SeenBookable[]> =>
  bookablesSeen(tx, await viewerOf(tx, actor));

/** The same for a viewer who is known. */
export async function bookablesSeen(tx: ReadTransaction, viewer: Viewer): Promise<readonly SeenBookable[]> {
  const rules = await allRulesInForce(tx);
  const principals = new Map((await tx.principals.list("bookable")).map((each) => [each.id, each]));
  return (await tx.bookables.list()).flatMap((bookable) => {
    const { accountId: id } = bookable;
    return seenBy(viewer, bookable, principals.get(id), rules.get(id)) ?? [];
  });
}

/** Everything that can be booked, by id: that it is there, and how it answers, everybody may know. */
export const allBookables = (app: App): Promise<readonly Bookable[]> =>
  app.storage.read((tx) => tx.bookables.list());

/** @returns `not-found` for what the actor may neither book nor manage */
export async function bookableSeenBy(
  tx: ReadTransaction,
  actor: Actor,
  id: PrincipalId,
): Promise<Result<SeenBookable, Problem>> {
  return bookableSeen(tx, await viewerOf(tx, actor), id);
}

/** The same for a viewer who is known. */
export async function bookableSeen(
  tx: ReadTransaction,
  viewer: Viewer,
  id: PrincipalId,
): Promise<Result<SeenBookable, Problem>> {
  const [bookable, principal, inForce] = await Promise.all([
    tx.bookables.byId(id),
    tx.principals.byId(id),
    rulesInForce(tx, id),
  ]);
  const seen = bookable && seenBy(viewer, bookable, principal, inForce);
  return seen ? ok(seen) : failed({ code: "not-found" });
}

/** The members of its managing group do, and administrators, but not by an app password. */
export const managesBookable = async (
  tx: ReadTransaction,
  actor: Actor,
  bookable: Pick<Bookable, "managersId">,
): Promise<boolean> => manages(await viewerOf(tx, actor), bookable);

/** What decides which bookables somebody sees, and which they manage. */
export interface Viewer {
  readonly id: PrincipalId;
  /** By these they book. */
  readonly asking: ReadonlySet<PrincipalId>;
  /** By these they manage. */
  readonly groups: ReadonlySet<PrincipalId>;
  readonly isAdministrator: boolean;
}

export async function viewerOf(tx: ReadTransaction, actor: Actor): Promise<Viewer> {
  const groups = new Set(await tx.principals.groupsOf(actor.principalId));
  // At a door it is a household that asks.
  const asking = actor.via === "kiosk" ? new Set(await groupsAround(tx, actor.principalId)) : groups;
  return {
    id: actor.principalId,
    asking,
    groups,
    isAdministrator: (await grantAdministration(tx, actor)).ok,
  };
}

const manages = ({ groups, isAdministrator }: Viewer, { managersId }: Pick<Bookable, "managersId">) =>
  groups.has(managersId) || isAdministrator;

function seenBy(
  viewer: Viewer,
  bookable: Bookable,
  principal: Principal | undefined,
  inForce: RulesInForce | undefined,
): SeenBookable | undefined {
  if (principal?.status !== "active") return undefined;
  const mayManage = manages(viewer, bookable);
  const mayBook = inForce?.prepared.rules.mayBook;
  const isSeen = mayManage || !mayBook || mayBook.some((id) => viewer.asking.has(id as PrincipalId));
  return isSeen ? { bookable, principal, inForce, mayManage } : undefined;
}

/** @returns what is wrong with a bookable's fields, if anything */
export async function bookableProblem(
  app: App,
  tx: ReadTransaction,
  { name, managersId, labels, description, place, capacity, equipment = [] }: Omit<NewBookable, "rules">,
): Promise<Problem | undefined> {
  const wrong = (field: string, detail: string): Problem => ({ code: "invalid-value", field, detail });
  const unnamed = nameProblem(app, name);
  if (unnamed) return unnamed;
  const managers = await tx.principals.byId(managersId);
  if (managers?.kind !== "group" || managers.status !== "active")
    return wrong("managersId", "there is no such group");
  if (labels.length > 10 || labels.some((label) => nameProblem(app, label)))
    return wrong("labels", "at most 10 names");
  if (description.length > LONGEST) return wrong("description", `at most ${LONGEST} characters`);
  if (place.length > app.limits.nameLength)
    return wrong("place", `at most ${app.limits.nameLength} characters`);
  const isRoom = capacity === null || (Number.isInteger(capacity) && capacity > 0 && capacity <= 100_000);
  if (!isRoom) return wrong("capacity", "a number of people");
  const detail = equipmentFault(equipment);
  return detail === undefined ? undefined : wrong("equipment", detail);
}

/** Words as they are stored. */
export const trimmed = (words: readonly string[]): readonly string[] => words.map((word) => word.trim());

/** @returns what is wrong with the words for what a bookable has, if anything */
function equipmentFault(words: readonly string[]): string | undefined {
  const stored = trimmed(words);
  if (isTooMuchEquipment(stored)) {
    const { equipment: most, equipmentLength: longest } = BOOKING_LIMITS;
    return `at most ${most} words, each of at most ${longest} characters`;
  }
  // They are written in one line with commas between them.
  if (stored.some((word) => word === "" || word.includes(",") || HOSTILE.test(word)))
    return "words without commas";
  return new Set(words.map(equipmentKey)).size < words.length ? "each word once" : undefined;
}
