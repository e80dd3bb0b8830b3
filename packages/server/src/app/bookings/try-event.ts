import { objectFromEvent } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Bookable } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { ALWAYS, judgeInvitation, type JudgedDate } from "../bookables/answer-invitation.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { bookableSeenBy } from "./bookables.ts";
import { copyToChange } from "./meeting.ts";

/** What a bookable would answer to an event that is being written. */
export interface TriedBookable {
  readonly id: PrincipalId;
  readonly dates: readonly JudgedDate[];
}

/**
 * Whether each bookable could be had by the actor for an event, date by date: a trial, which promises nothing. What the event has booked
 * already does not stand in its way, if the actor may change it.
 * @returns nothing for a bookable that the actor does not see, or that has no rules
 */
export function tryEvent(
  app: App,
  actor: Actor,
  event: JSEvent,
  bookableIds: readonly PrincipalId[],
): Promise<Result<readonly TriedBookable[], Problem>> {
  return app.storage.read(async (tx) => {
    const now = app.now();
    const made = objectFromEvent(event, { uid: event.uid, now, prodId: app.prodId });
    if (!made.ok) return failed({ code: "invalid-calendar-data", problem: made.problem });
    const checked = checkCalendar(app, made.value);
    if (!checked.ok) return checked;
    const organizer = await tx.principals.byId(actor.principalId);
    const tried: TriedBookable[] = [];
    for (const id of bookableIds) {
      const seen = await bookableSeenBy(tx, actor, id);
      if (!seen.ok || !seen.value.inForce || !organizer) continue;
      const { bookable, inForce } = seen.value;
      const objectId = await copyToChange(tx, actor, id, event.uid);
      const asked = { bookable, objectId, object: checked.value.object, organizer };
      const { judged } = await judgeInvitation(tx, now, asked, inForce);
      tried.push({ id, dates: asAnswered(bookable, judged) });
    }
    return ok(tried);
  });
}

/** What is judged, as a bookable answers that gives everybody the same answer, whatever it has. */
function asAnswered(
  { answerMode }: Pick<Bookable, "answerMode">,
  judged: readonly JudgedDate[],
): readonly JudgedDate[] {
  const always = ALWAYS.get(answerMode);
  if (always === undefined) return judged;
  const granted = always === "free" ? ("confirmed" as const) : undefined;
  const reasons = always === "free" ? [] : [{ kind: "declinesAlways" as const }];
  return judged.map(({ time, unit }) => ({
    time,
    isNew: true,
    granted,
    unit,
    reasons,
    others: [],
    isLater: false,
  }));
}
