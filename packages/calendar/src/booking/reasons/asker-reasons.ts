import type { Instant } from "../../time/instant.ts";
import type { Facts, Wish } from "../facts.ts";
import type { PreparedRules } from "../prepare.ts";
import type { Reason } from "../reason.ts";
import { areBookingsKnown } from "./quota-reasons.ts";

/** What stands in the way of this party, whatever it wishes for. */
export function askerReasons(
  { rules }: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
): readonly Reason[] {
  const { asker, pauses } = facts;
  const { mayBook, recurring = "no", houseRules } = rules;
  const reasons: Reason[] = [];
  if (mayBook && !asker.manages && !mayBook.some((group) => asker.groups.includes(group)))
    reasons.push({ kind: "notAllowed", why: "group", groups: mayBook });
  if (wish.isOutsideRules === true && !asker.manages)
    reasons.push({ kind: "notAllowed", why: "outsideRules" });
  if (wish.isSeries === true && recurring === "no") reasons.push({ kind: "noSeries", who: "nobody" });
  if (wish.isSeries === true && recurring === "managers" && !asker.manages)
    reasons.push({ kind: "noSeries", who: "managers" });
  const until = Math.max(...pauses.filter(({ from, to }) => from <= now && now < to).map(({ to }) => to));
  if (until > -Infinity) reasons.push({ kind: "paused", until });
  if (houseRules?.mustAccept === true && (asker.acceptedRules ?? 0) < houseRules.version)
    reasons.push({ kind: "rulesNotAccepted", version: houseRules.version });
  return reasons;
}

/** What is not known and would have to be: it refuses, and is named. In order of name, whatever order the facts have. */
export function unknownReasons(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
): readonly Reason[] {
  const sick = facts.sources
    .filter(({ health }) => health !== "fresh")
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.health < b.health ? -1 : 1));
  const reasons = sick.map(({ name, health, since }): Reason => ({
    kind: "unknown",
    source: name,
    health,
    ...(since !== undefined && { since }),
  }));
  const around = prepared.cell + prepared.gap;
  const isShort = facts.claimsFrom > wish.start - around || facts.claimsTo < wish.end + around;
  if (isShort || !areBookingsKnown(prepared, facts, wish, now))
    reasons.push({ kind: "unknown", source: facts.bookable, health: "truncated" });
  return reasons;
}
