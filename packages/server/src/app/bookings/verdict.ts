import { judge, type Verdict } from "@snart/calendar/booking/judge.ts";
import type { Wish } from "@snart/calendar/booking/facts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { gatherFacts } from "../bookables/facts.ts";
import type { RulesInForce } from "../bookables/rules-in-force.ts";
import type { Problem } from "../problems.ts";
import { bookableSeenBy, type SeenBookable } from "./bookables.ts";

/** What somebody would like to book. */
export interface BookingWish extends Pick<Wish, "start" | "end" | "instead" | "unit" | "isOutsideRules"> {
  readonly bookableId: PrincipalId;
  /** For whom: a household of the booker, or for managers any household or person; absent: the booker. */
  readonly partyId?: PrincipalId;
  /** The version of the house rules that the booker accepts. */
  readonly acceptedRules?: number;
}

/** A verdict with what it was about. */
export interface Judged {
  readonly seen: SeenBookable & { readonly inForce: RulesInForce };
  readonly partyId: PrincipalId;
  readonly verdict: Verdict;
}

/** Whether a wish could be booked at this moment: a trial, which promises nothing. */
export const judgeWish = (app: App, actor: Actor, wish: BookingWish): Promise<Result<Judged, Problem>> =>
  app.storage.read((tx) => judgeIn(tx, actor, wish, app.now()));

/** The same in a transaction; whoever books has locked the party and the bookable before. */
export async function judgeIn(
  tx: ReadTransaction,
  actor: Actor,
  { bookableId, partyId = actor.principalId, acceptedRules, ...wish }: BookingWish,
  now: number,
): Promise<Result<Judged, Problem>> {
  const seen = await bookableSeenBy(tx, actor, bookableId);
  if (!seen.ok) return seen;
  const { bookable, inForce, mayManage } = seen.value;
  if (!inForce) return failed({ code: "not-found" });
  const groups = await tx.principals.groupsOf(actor.principalId);
  const isOwn = partyId === actor.principalId || groups.includes(partyId);
  if (!isOwn && !mayManage) return failed({ code: "forbidden", right: "book for others" });
  if (!isOwn && !(await isParty(tx, partyId)))
    return failed({
      code: "invalid-value",
      field: "partyId",
      detail: "there is no such household or person",
    });
  const asker = {
    party: partyId,
    groups,
    manages: mayManage,
    ...(acceptedRules !== undefined && { acceptedRules }),
  };
  const facts = await gatherFacts(tx, { bookable, inForce, asker, from: wish.start, to: wish.end, now });
  const verdict = judge(inForce.prepared, facts, wish, now);
  return ok({ seen: { ...seen.value, inForce }, partyId, verdict });
}

async function isParty(tx: ReadTransaction, id: PrincipalId): Promise<boolean> {
  const principal = await tx.principals.byId(id);
  return principal !== undefined && principal.kind !== "bookable" && principal.status === "active";
}
