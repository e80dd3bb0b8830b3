import type { DateAnswer, EventAnswer } from "@snart/calendar/scheduling/answer/event-answer.ts";
import type { InstanceKey } from "@snart/calendar/scheduling/instance.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { Bookable } from "../../../storage/records/bookings.ts";
import type { ObjectId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Principal } from "../../../storage/records/people.ts";
import { schedulingActor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { grantedDates, judgeInvitation, type JudgedDate } from "../../bookables/answer-invitation.ts";
import { takesTime } from "../../bookables/booked-times.ts";
import { planClaims, writeClaims } from "../../bookables/claim-times.ts";
import { countRefusal } from "../../bookables/count-refusal.ts";
import { termsOf } from "../../bookables/invite-bookables.ts";
import { reasonWords } from "../../bookables/reason-words.ts";
import { rulesInForce, type RulesInForce } from "../../bookables/rules-in-force.ts";
import { isAddressOf } from "../../principal-address.ts";
import { recordChange } from "../../objects/record-change.ts";
import type { BookingTerms } from "../../scope.ts";
import { askManagers } from "../../write/store-object.ts";
import { ownGrant } from "../booking-event.ts";
import { partyOf } from "../../bookables/party-of.ts";
import { lockForBooking } from "../lock-for-booking.ts";
import { answerMeeting, inAccount, meetingAccounts, meetingOf, type BookedMeeting } from "../meeting.ts";

/**
 * Runs a job that books the dates of a series which can be booked by now. A date that somebody else has by then is declined, and the
 * organizer hears of it.
 */
export async function runSeries(app: App, { payload }: { readonly payload: unknown }): Promise<void> {
  const { objectId } = payload as { readonly objectId: ObjectId };
  await app.storage.write(async (tx) => {
    const stored = await tx.objects.byId(objectId);
    if (!stored) return;
    const accounts = await meetingAccounts(tx, { objectId });
    const parties: PrincipalId[] = [];
    for (const id of accounts) parties.push(await partyOf(tx, id));
    await lockForBooking(tx, [...accounts, ...parties], [stored.accountId]);
    const meeting = await meetingOf(tx, { objectId });
    const room = await tx.principals.byId(stored.accountId);
    const bookable = await tx.bookables.byId(stored.accountId);
    const inForce = await rulesInForce(tx, stored.accountId);
    if (meeting?.organizer && room && bookable && inForce)
      await extend({ app, tx, meeting, organizer: meeting.organizer, room, bookable, inForce });
  });
}

interface Extending {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly meeting: BookedMeeting;
  readonly organizer: Principal;
  readonly room: Principal;
  readonly bookable: Bookable;
  readonly inForce: RulesInForce;
}

async function extend(given: Extending): Promise<void> {
  const { app, tx, meeting, organizer, room, bookable, inForce } = given;
  const now = app.now();
  const { stored, object } = meeting.copy;
  const isAsked = takesTime(isAddressOf(room));
  const invitation = { bookable, objectId: stored.id, object, organizer, isAsked };
  const { judged, partyId, opensAt } = await judgeInvitation(tx, now, invitation, inForce);
  const granted = { partyId, dates: grantedDates(judged), ...(opensAt !== undefined && { opensAt }) };
  const terms: BookingTerms = { ...termsOf(granted), bookedBy: organizer.id };
  const settled = judged.filter(({ isNew, isLater }) => isNew && !isLater);
  for (const { granted, reasons } of settled)
    if (granted === undefined) await countRefusal(tx, { bookableId: room.id, partyId, reasons }, now);
  const write = { app, tx, actor: schedulingActor(room), now };
  const answer = await answerTo(given, settled);
  if (answer.dates.size > 0) {
    const done = await answerMeeting(write, meeting, room, answer, { terms });
    if (!done.ok) throw new Error(`a series could not be answered: ${done.problem.code}`);
  }
  // What is granted as the series is changes no text, and is claimed all the same.
  const copy = (await meetingOf(tx, { objectId: stored.id }))?.copy ?? meeting.copy;
  const scope = { ...(await inAccount(write, room.id, {})), booking: terms };
  const grant = await ownGrant(write, room, stored.calendarId);
  const plan = await planClaims(scope, grant, stored.id, copy.object);
  if (!plan.ok) throw new Error(`a series could not be booked: ${plan.problem.code}`);
  await writeClaims(scope, stored.id, plan.value);
  if (settled.length > 0) await recordChange(scope, "CalendarEvent", stored.id, stored.calendarId, "updated");
  const isAskedFor = settled.some(({ granted }) => granted === "requested");
  const managers = isAskedFor ? await tx.principals.membersOf(bookable.managersId) : [];
  const ids = managers.map(({ memberId }) => memberId);
  await askManagers(scope, grant, stored.id, copy.object, ids);
}

/** What the room answers to the dates that were judged now. */
async function answerTo(
  { app, tx, organizer, inForce }: Extending,
  settled: readonly JudgedDate[],
): Promise<EventAnswer> {
  const words = await reasonWords(tx, { organizer, inForce, now: app.now() });
  const dates = new Map<InstanceKey, DateAnswer>();
  for (const { time, granted, reasons } of settled) {
    if (time.key === null || granted === "confirmed") continue;
    dates.set(
      time.key,
      granted === "requested"
        ? { partstat: "TENTATIVE", comment: "" }
        : { partstat: "DECLINED", comment: words.reasons(reasons, time.start) },
    );
  }
  return { series: undefined, dates };
}
