import { judge, type Alternative, type Verdict } from "@snart/calendar/booking/judge.ts";
import type { Refused } from "@snart/calendar/booking/verdict.ts";
import { isWorthWaiting } from "@snart/calendar/booking/waiting.ts";
import type { Wish } from "@snart/calendar/booking/facts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { gatherFacts, type FactsFor } from "../bookables/facts.ts";
import { lineFor, ownWait, restOfWait } from "../bookables/own-wait.ts";
import { isOwnParty, isParty, partyOf } from "../bookables/party-of.ts";
import type { RulesInForce } from "../bookables/rules-in-force.ts";
import type { Problem } from "../problems.ts";
import { mayGiveUp } from "./may-give-up.ts";
import { bookableSeen, viewerOf, type SeenBookable, type Viewer } from "./bookables.ts";

/** What somebody would like to book. */
export interface BookingWish extends Pick<Wish, "start" | "end" | "instead" | "unit" | "isOutsideRules"> {
  readonly bookableId: PrincipalId;
  /** For whom: a household of the booker, or for managers any household or person; absent: as `partyOf` says. */
  readonly partyId?: PrincipalId;
  /** The version of the house rules that the booker accepts. */
  readonly acceptedRules?: number;
}

/** A verdict with what it was about. */
export interface Judged {
  readonly seen: SeenBookable & { readonly inForce: RulesInForce };
  readonly partyId: PrincipalId;
  /** As wished; of an offer whose time has begun, the rest. */
  readonly time: Pick<Wish, "start" | "end">;
  readonly verdict: Verdict;
  /** What place the party would have in the line for this time; absent: there is none, or it stands in it. */
  readonly waitPlace?: number;
}

/** Why nothing was booked: all reasons, times near it that could be, and the line that one may join. */
export type Refusal = Refused & {
  readonly alternatives: readonly Alternative[];
  readonly waitPlace?: number;
};

/** A no with the place in line. */
export const refusalOf = (
  { waitPlace }: Pick<Judged, "waitPlace">,
  refused: Verdict & { readonly ok: false },
): Refusal => ({ ...refused, ...(waitPlace !== undefined && { waitPlace }) });

/** Whether a wish could be booked at this moment: a trial, which promises nothing. */
export const judgeWish = (app: App, actor: Actor, wish: BookingWish): Promise<Result<Judged, Problem>> =>
  app.storage.read((tx) => judgeIn(tx, actor, wish, app.now()));

/** The same in a transaction; whoever books has locked the party and the bookable before. */
export async function judgeIn(
  tx: ReadTransaction,
  actor: Actor,
  { bookableId, acceptedRules, ...given }: BookingWish,
  now: number,
): Promise<Result<Judged, Problem>> {
  const { partyId = await partyOf(tx, actor.principalId), ...wish } = given;
  // An offer keeps the time for the party itself.
  const asked = { bookableId, start: wish.start, end: wish.end };
  const [asking, wait] = await Promise.all([
    askingFor(tx, actor, bookableId, partyId),
    ownWait(tx, partyId, asked, now),
  ]);
  if (!asking.ok) return asking;
  const left = wish.instead === undefined ? undefined : await tx.bookings.byId(wish.instead as BookingId);
  if (wish.instead !== undefined && !(left && (await mayGiveUp(tx, actor, left, now))))
    return failed({ code: "not-found" });
  const { seen } = asking.value;
  const { bookable, inForce } = seen;
  const asker = { ...asking.value.asker, ...(acceptedRules !== undefined && { acceptedRules }) };
  const held = wait?.holdId ? { hold: wait.holdId } : {};
  const rest = wait?.state === "offered" ? restOfWait(wait, inForce.prepared.cell, now).start : wish.start;
  const span = { start: Math.max(wish.start, rest), end: wish.end };
  const time = { bookableId, ...span };
  const facts = await gatherFacts(tx, { bookable, inForce, asker, from: time.start, to: time.end, now });
  const verdict = judge(inForce.prepared, facts, { ...wish, ...span, ...held }, now);
  const waits = !verdict.ok && !wait && inForce.prepared.rules.waitlist && isWorthWaiting(verdict.reasons);
  const place = waits ? { waitPlace: (await lineFor(tx, time, now)).length + 1 } : {};
  return ok({ seen, partyId, time: span, verdict, ...place });
}

/** A bookable with rules, and who asks for whom. */
export interface Asking {
  readonly seen: Judged["seen"];
  readonly asker: FactsFor["asker"];
}

/**
 * Whether somebody may ask about a thing for a party: for themselves, for a household of theirs, or, where they manage it, for anybody.
 * @returns `not-found` for what they may not see, or what has no rules
 */
export async function askingFor(
  tx: ReadTransaction,
  actor: Actor,
  bookableId: PrincipalId,
  party: PrincipalId,
): Promise<Result<Asking, Problem>> {
  const viewer = await viewerOf(tx, actor);
  const seen = await bookableSeen(tx, viewer, bookableId);
  if (!seen.ok) return seen;
  const asking = await askingForAll(tx, viewer, [seen.value], party);
  if (!asking.ok) return asking;
  const [one] = asking.value;
  return one ? ok(one) : failed({ code: "not-found" });
}

/** The same of several things that somebody sees; those without rules are left out. */
export async function askingForAll(
  tx: ReadTransaction,
  { id, asking }: Viewer,
  things: readonly SeenBookable[],
  party: PrincipalId,
): Promise<Result<readonly Asking[], Problem>> {
  const groups = [...asking];
  const isOwn = await isOwnParty(tx, id, party);
  const isSelf = party === id;
  const asked = things.flatMap(({ inForce, ...seen }) => (inForce ? [{ ...seen, inForce }] : []));
  if (!isOwn && !isSelf && asked.some(({ mayManage }) => !mayManage))
    return failed({ code: "forbidden", right: "book for others" });
  if (!isOwn && (isSelf || !(await isParty(tx, party)))) {
    const detail = "there is no such household, nor such a person without one";
    return failed({ code: "invalid-value", field: "partyId", detail });
  }
  return ok(asked.map((seen) => ({ seen, asker: { party, groups, manages: seen.mayManage } })));
}
