import { datesOf } from "@snart/calendar/booking/reasons/horizon-reasons.ts";
import { readDate } from "@snart/calendar/booking/clock.ts";
import { canPass } from "@snart/calendar/booking/waiting.ts";
import { verdictOn, type Refused } from "@snart/calendar/booking/verdict.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { Draw, DrawEntry } from "../../../storage/records/draws.ts";
import type { DrawId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { acceptRules } from "../../bookables/accept-rules.ts";
import { gatherFacts } from "../../bookables/facts.ts";
import { isOwnParty, partyOf } from "../../bookables/party-of.ts";
import type { RulesInForce } from "../../bookables/rules-in-force.ts";
import type { Problem } from "../../problems.ts";
import { lockForBooking } from "../lock-for-booking.ts";
import { askingFor } from "../verdict.ts";

/** What somebody wishes for in a draw. */
export interface DrawWishes {
  readonly drawId: DrawId;
  /** For whom: oneself, or a household of one's own; absent: as `partyOf` says. */
  readonly partyId?: PrincipalId;
  /** The version of the house rules that is accepted. */
  readonly acceptedRules?: number;
  /** The dearest first; none withdraws what was wished for before. The ends are exclusive. */
  readonly wishes: readonly { readonly start: Instant; readonly end: Instant }[];
}

/** What became of it. */
export type WishesOutcome =
  | { readonly kind: "entered" }
  /** The rules would never let the party have one of them, or wishes are not taken now: then `at` is null. */
  | {
      readonly kind: "refused";
      readonly at: number | null;
      readonly reasons: Refused["reasons"];
      readonly bookableId: PrincipalId;
      readonly partyId: PrincipalId;
    };

/**
 * Enters what a party wishes for in a draw, in place of what it wished for before, while wishes are taken.
 * @returns `not-found` for what is drawn, and for what the actor may not book
 */
export const enterWishes = (
  app: App,
  actor: Actor,
  given: DrawWishes,
): Promise<Result<WishesOutcome, Problem>> => app.storage.write((tx) => enterIn(app, tx, actor, given));

async function enterIn(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  { drawId, wishes, acceptedRules, ...given }: DrawWishes,
): Promise<Result<WishesOutcome, Problem>> {
  const { partyId = await partyOf(tx, actor.principalId) } = given;
  const known = await tx.draws.byId(drawId);
  if (!known) return failed({ code: "not-found" });
  const bookableId = known.accountId;
  await lockForBooking(tx, [partyId, actor.principalId], [bookableId]);
  const draw = await tx.draws.byId(drawId);
  const asking = await askingFor(tx, actor, bookableId, partyId);
  if (draw?.state !== "open") return failed({ code: "not-found" });
  if (!asking.ok) return asking;
  if (!(await isOwnParty(tx, actor.principalId, partyId)))
    return failed({ code: "forbidden", right: "wish for others" });
  const now = app.now();
  const { bookable, inForce } = asking.value.seen;
  const refused = { kind: "refused", bookableId, partyId } as const;
  const { opensAt: opens, closesAt: closes } = draw;
  if (now < opens || now >= closes) {
    const isDue = now < opens ? {} : { isDue: true as const };
    return ok({ ...refused, at: null, reasons: [{ kind: "byLot", opens, closes, ...isDue }] });
  }
  const wrong = wrongIn(inForce, draw, wishes);
  if (wrong) return failed(wrong);
  const asker = { ...asking.value.asker, ...(acceptedRules !== undefined && { acceptedRules }) };
  for (const [at, { start, end }] of wishes.entries()) {
    const facts = await gatherFacts(tx, { bookable, inForce, asker, from: start, to: end, now });
    const verdict = verdictOn(inForce.prepared, facts, { start, end, isDrawn: true }, now);
    // What others have by now, and what the party has, can be another thing when it is drawn.
    const reasons = verdict.ok ? [] : verdict.reasons.filter((reason) => !canPass(reason));
    if (reasons.length > 0) return ok({ ...refused, at, reasons });
  }
  await acceptRules(tx, { bookableId, inForce, partyId, by: actor.principalId, acceptedRules, now });
  await store(tx, draw, { partyId, askedBy: actor.principalId, acceptedRules, wishes, now });
  return ok({ kind: "entered" });
}

async function store(
  tx: WriteTransaction,
  { id }: Draw,
  given: Pick<DrawEntry, "partyId" | "askedBy" | "wishes"> & {
    readonly acceptedRules: number | undefined;
    readonly now: Instant;
  },
): Promise<void> {
  const { partyId, askedBy, wishes, acceptedRules = null, now } = given;
  if (wishes.length === 0) await tx.draws.removeEntry(id, partyId);
  else
    await tx.draws.putEntry({
      drawId: id,
      partyId,
      state: "wished",
      askedBy,
      acceptedRules,
      wishes: wishes.map(({ start, end }) => ({ start, end })),
      number: null,
      got: null,
      changedAt: now,
    });
}

/** More wishes than the rules take, a time outside the period, or one that is wished for twice. */
function wrongIn(
  { prepared }: RulesInForce,
  { periodFrom, periodTo }: Draw,
  wishes: DrawWishes["wishes"],
): Problem | undefined {
  const wrong = (detail: string): Problem => ({ code: "invalid-value", field: "wishes", detail });
  const most = prepared.rules.draw?.wishes ?? 0;
  if (wishes.length > most) return wrong(`at most ${most}`);
  const [from, to] = [readDate(periodFrom) ?? 0, readDate(periodTo) ?? 0];
  const seen = new Set<string>();
  for (const { start, end } of wishes) {
    if (!Number.isFinite(start) || !Number.isFinite(end) || start >= end) return wrong("a time");
    const { first, last } = datesOf(prepared, { start, end });
    if (first < from || last >= to) return wrong(`within ${periodFrom} and ${periodTo}`);
    const key = `${start} ${end}`;
    if (seen.has(key)) return wrong("each time once");
    seen.add(key);
  }
  return undefined;
}
