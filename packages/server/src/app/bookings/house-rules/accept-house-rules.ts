import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { RulesAcceptance } from "../../../storage/records/bookings.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { acceptRules } from "../../bookables/accept-rules.ts";
import { isOwnParty, partyOf } from "../../bookables/party-of.ts";
import type { Problem } from "../../problems.ts";
import { bookableSeenBy } from "../bookables.ts";

/** What somebody accepts, and for whom. */
interface AcceptedHouseRules {
  readonly bookableId: PrincipalId;
  /** The version that they have read. */
  readonly version: number;
  /** Absent: as `partyOf` says. */
  readonly partyId?: PrincipalId;
}

/**
 * Accepts the house rules of a bookable without booking it: by a calendar app, which cannot ask, it can be booked from then on.
 * @returns `not-found`, `forbidden` for a party that is not one's own, `invalid-value` for another version than that in force
 */
export function acceptHouseRules(
  app: App,
  actor: Actor,
  { bookableId, version, ...given }: AcceptedHouseRules,
): Promise<Result<RulesAcceptance, Problem>> {
  return app.storage.write(async (tx) => {
    const seen = await bookableSeenBy(tx, actor, bookableId);
    if (!seen.ok) return seen;
    const { principalId } = actor;
    const { partyId = await partyOf(tx, principalId) } = given;
    if (!(await isOwnParty(tx, principalId, partyId)))
      return failed({ code: "forbidden", right: "accept for others" });
    const { inForce } = seen.value;
    const wrong: Problem = { code: "invalid-value", field: "version", detail: "not the version in force" };
    if (!inForce || version !== inForce.prepared.rules.houseRules?.version) return failed(wrong);
    const accepting = {
      bookableId,
      inForce,
      partyId,
      by: principalId,
      acceptedRules: version,
      now: app.now(),
    };
    const done = await acceptRules(tx, accepting);
    return done ? ok(done) : failed(wrong);
  });
}
