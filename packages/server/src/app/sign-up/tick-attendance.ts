import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { addressKey } from "@snart/calendar/scheduling/attendee.ts";
import { mapAttendees } from "@snart/calendar/scheduling/organizer-change.ts";
import { placeOf, signUpLines, withNotes } from "@snart/calendar/scheduling/sign-up/place.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { changeSignUp } from "./answer-sign-up.ts";
import type { SignUpView } from "./read-sign-up.ts";
import type { SignUpReference } from "./sign-up-spot.ts";

/**
 * Ticks off people who attended, or removes the tick; only for people with a place.
 * @returns `forbidden` for people other than the organizer, `not-found` also for a person without a place
 */
export function tickAttendance(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  reference: SignUpReference,
  { address, hasAttended }: { readonly address: string; readonly hasAttended: boolean },
): Promise<Result<SignUpView, Problem>> {
  return changeSignUp(app, actor, accountId, reference, async (_, { spot, mayManage }) => {
    if (!mayManage) return failed({ code: "forbidden", right: "mayWriteAll" });
    const wanted = signUpLines(spot.component).find(({ value }) => addressKey(value) === addressKey(address));
    if (!wanted || placeOf(wanted) !== "placed") return failed({ code: "not-found" });
    const ticked = withNotes(wanted, { attended: hasAttended ? "TRUE" : undefined });
    return ok(mapAttendees(spot.component, (line) => (line === wanted ? ticked : line)));
  });
}
