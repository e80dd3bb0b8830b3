import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { addressKey } from "@snart/calendar/scheduling/attendee.ts";
import { organizerMessages } from "@snart/calendar/scheduling/organizer-messages.ts";
import { remindedAt, withRemindedAt } from "@snart/calendar/scheduling/sign-up/sign-up-link.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { enqueueMessages, routed } from "../scheduling/outgoing.ts";
import { isAddressOf, routeOf } from "../principal-address.ts";
import { changeSignUp } from "./answer-sign-up.ts";
import { silentLines, type SignUpView } from "./read-sign-up.ts";
import { stateOf, type SignUpReference } from "./sign-up-spot.ts";
import { enqueueSignUpNotice } from "../places/notify-of-places.ts";

/** People are asked again at most this often. */
const PAUSE = 12 * HOUR;

/**
 * Asks invited people without an answer again, and nobody else: people without an account get the invitation once
 * more, with its links, the others a notice in the app and by mail.
 * @returns `forbidden` for people other than the organizer, `too-many-attempts` if they were asked recently,
 * `sign-up-closed` if nobody can answer any more
 */
export function remindSilent(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  reference: SignUpReference,
): Promise<Result<SignUpView, Problem>> {
  return changeSignUp(app, actor, accountId, reference, async (scope, { spot, stored, mayManage }) => {
    if (!mayManage) return failed({ code: "forbidden", right: "mayWriteAll" });
    const state = stateOf(spot, scope.now);
    if (state !== "open" && state !== "full") return failed({ code: "sign-up-closed" });
    const last = remindedAt(spot.component) ?? -Infinity;
    if (scope.now < last + PAUSE)
      return failed({ code: "too-many-attempts", retryAfter: Math.ceil((last + PAUSE - scope.now) / 1000) });
    const silent = silentLines(spot);
    if (silent.length === 0) return ok(spot.component);
    const owner = await scope.tx.principals.byId(accountId);
    if (!owner) return failed({ code: "not-found" });
    const outside = new Set<string>();
    for (const line of silent) {
      const route = await routeOf(scope.tx, line.value);
      if (route.kind === "outside") outside.add(addressKey(line.value));
      else await enqueueSignUpNotice(scope, stored.id, { key: spot.key, line, reason: "asked" });
    }
    const context = { now: scope.now, prodId: app.prodId };
    const messages = organizerMessages(undefined, spot.object, isAddressOf(owner), context).filter(
      ({ recipient }) => outside.has(addressKey(recipient)),
    );
    await enqueueMessages(scope, stored.id, await routed(scope, messages));
    return ok(withRemindedAt(spot.component, scope.now));
  });
}
