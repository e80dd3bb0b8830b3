import { failed, type Result } from "@snart/calendar/result.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { Principal } from "../../../storage/records/people.ts";
import { schedulingActor } from "../../actor.ts";
import type { App } from "../../app.ts";
import type { Problem } from "../../problems.ts";
import { answerPageRequest } from "../host-answers.ts";
import { seenBooking, type GuestBooking } from "../seen/guest-booking.ts";
import { readHostToken } from "../tokens.ts";

/** A request as the host sees it who has a mail about it. */
export interface HostRequest {
  readonly seen: GuestBooking;
  readonly host: Principal;
}

/** @returns undefined alike for a forged link, for whoever receives the guest no more, and for a booking whose data are deleted */
export async function requestOfHost(app: App, token: string): Promise<HostRequest | undefined> {
  const named = await readHostToken(app, token);
  if (!named) return undefined;
  return app.storage.read(async (tx) => {
    const booking = await tx.pageBookings.byId(named.id);
    const seen = booking && (await seenBooking(tx, booking, app.now()));
    const host = seen?.receivers.find(({ id }) => id === named.hostId);
    return seen && host?.status === "active" ? { seen, host } : undefined;
  });
}

/**
 * Answers a request by the link in a host's mail, as they would signed in.
 * @param moves how often the guest had moved it when the host saw it
 */
export async function answerByMail(
  app: App,
  { seen, host }: HostRequest,
  answer: { readonly isAccepted: boolean; readonly reason: string; readonly moves: number },
): Promise<Result<PageBooking, Problem>> {
  const { isAccepted, reason, moves } = answer;
  if (!Number.isSafeInteger(moves)) return failed({ code: "booking-not-now" });
  return answerPageRequest(app, schedulingActor(host), seen.booking.id, isAccepted, reason, moves);
}
