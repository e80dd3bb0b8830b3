import { drawOrder, handOut, type DrawShare } from "@snart/calendar/booking/draw/draw.ts";
import { leftOver } from "@snart/calendar/booking/draw/left-over.ts";
import { readDate } from "@snart/calendar/booking/clock.ts";
import {
  digestOf,
  drawFile,
  DRAW_FILE_LIMITS,
  type DrawResult,
} from "@snart/calendar/booking/draw/result-file.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { Draw } from "../../../storage/records/draws.ts";
import type { DrawId } from "../../../storage/records/ids.ts";
import { schedulingActor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit.ts";
import { sha256 } from "../../bookables/plan-draws.ts";
import { rulesInForce } from "../../bookables/rules-in-force.ts";
import { enqueueDrawn } from "../../notices/draw-notice.ts";
import type { Problem } from "../../problems.ts";
import { asOne } from "../../scope.ts";
import { drawEntryMayBecome, drawMayBecome } from "../../transitions.ts";
import { bookGranted } from "../booking-event.ts";
import { lockForBooking } from "../lock-for-booking.ts";
import type { Judged } from "../verdict.ts";
import { applicantsOf, drawEntries, type Applicant } from "./draw-entries.ts";

/**
 * Runs a job that makes a draw: when wishes have closed, and if the server was away then, as soon as it is back. The result, what is
 * booked by it and that it is made are one transaction.
 */
export async function runDraw(app: App, { payload }: { readonly payload: unknown }): Promise<void> {
  const { drawId } = payload as { readonly drawId: DrawId };
  const done = await asOne(app, [], (inside) =>
    inside.storage.write((tx) => drawIn({ app: inside, tx, now: app.now() }, drawId)),
  );
  if (!done.ok) throw new Error(`a draw could not be made: ${done.problem.code}`);
}

/** Times that are told to who got nothing. */
const MOST_LEFT = 3;

interface Drawing {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly now: Instant;
}

async function drawIn(write: Drawing, drawId: DrawId): Promise<Result<void, Problem>> {
  const { tx, now } = write;
  const known = await tx.draws.byId(drawId);
  // Drawn, given up, or moved to a later day, when another job makes it.
  if (known?.state !== "open" || known.closesAt > now) return ok(undefined);
  const before = await applicantsOf(tx, known);
  const parties = before.flatMap(({ party, booker }) => [party.id, booker.id]);
  await lockForBooking(tx, parties, [known.accountId]);
  const draw = await tx.draws.byId(drawId);
  if (draw?.state !== "open" || draw.closesAt > now) return ok(undefined);
  const applicants = await applicantsOf(tx, draw);
  if (applicants.some(({ party, booker }) => !parties.includes(party.id) || !parties.includes(booker.id)))
    throw new Error("who takes part in a draw changed as it was made");
  const seen = await seenOf(tx, draw);
  if (!seen) return ok(undefined);
  const result = await resultOf(write, draw, seen, applicants);
  for (const share of result.result) {
    const applicant = applicants[share.number - 1];
    if (!applicant) continue;
    const booked = await settle(write, draw, seen, applicant, share);
    if (!booked.ok) return booked;
  }
  if (!drawMayBecome(draw.state, "drawn")) throw new Error("it is drawn already");
  const [file, digest] = [drawFile(result, sha256), digestOf(result, sha256)];
  await tx.draws.update(draw.id, { state: "drawn", file, digest, drawnAt: now });
  const left = leftOf(seen, draw, result);
  for (const { entry } of applicants)
    await enqueueDrawn(write, { drawId, partyId: entry.partyId, left }, seen.inForce.prepared.zone);
  return ok(undefined);
}

/** What nobody got, for those who got nothing: the first of it. */
function leftOf({ inForce }: Judged["seen"], draw: Draw, result: DrawResult) {
  const given = result.result.flatMap(({ number, wish, unit }) => {
    const time = wish === null ? undefined : result.applicants[number - 1]?.wishes[wish - 1];
    return time && unit !== null ? [{ ...time, unit }] : [];
  });
  const entries = { ...result, taken: [...result.taken, ...given] };
  const [from, to] = [readDate(draw.periodFrom) ?? 0, readDate(draw.periodTo) ?? 0];
  return leftOver(inForce.prepared, entries, from, to).slice(0, MOST_LEFT);
}

async function seenOf(tx: WriteTransaction, { accountId }: Draw): Promise<Judged["seen"] | undefined> {
  const [bookable, principal] = [await tx.bookables.byId(accountId), await tx.principals.byId(accountId)];
  const inForce = await rulesInForce(tx, accountId);
  if (!bookable || principal?.status !== "active" || !inForce) return undefined;
  return { bookable, principal, inForce, mayManage: false };
}

async function resultOf(
  { tx, now }: Drawing,
  draw: Draw,
  seen: Judged["seen"],
  applicants: readonly Applicant[],
): Promise<DrawResult> {
  const entries = await drawEntries(tx, draw, seen, applicants, now);
  const order = drawOrder(draw.seed, entries.applicants, sha256);
  const { sees = "busy", draw: rules } = seen.inForce.prepared.rules;
  const labels = applicants.flatMap(({ party, label }, at) =>
    sees === "names" || (sees === "household" && party.kind === "group") ? [[at + 1, label] as const] : [],
  );
  const { periodFrom: from, periodTo: to } = draw;
  const name = rules?.periods.find((period) => period.from === from && period.to === to)?.name;
  return {
    ...entries,
    thing: seen.principal.displayName.slice(0, DRAW_FILE_LIMITS.name).toWellFormed(),
    period: { ...(name !== undefined && { name }), from, to },
    closed: draw.closesAt,
    drawn: now,
    commitment: draw.commitment,
    seed: draw.seed,
    weight: rules?.weight ?? "equal",
    labels: new Map(labels),
    order,
    result: handOut(entries, order),
  };
}

/** Books what an applicant got, and writes down that it did. */
async function settle(
  { app, tx, now }: Drawing,
  draw: Draw,
  seen: Judged["seen"],
  { entry, booker }: Applicant,
  { number, wish, unit }: DrawShare,
): Promise<Result<void, Problem>> {
  const state = wish === null ? "lost" : "won";
  if (!drawEntryMayBecome(entry.state, state))
    throw new Error(`a wish cannot become ${state} from ${entry.state}`);
  await tx.draws.putEntry({ ...entry, state, number, got: wish });
  const span = wish === null ? undefined : entry.wishes[wish - 1];
  if (!span || unit === null) return ok(undefined);
  const { partyId } = entry;
  const given = {
    partyId,
    bookedBy: booker.id,
    key: `draw ${draw.id} ${partyId}`,
    unit,
    state: "confirmed",
  } as const;
  const owned = { owner: booker, actor: schedulingActor(booker) };
  const booked = await bookGranted({ app, tx, now }, { ...owned, seen, ...span, ...given });
  if (!booked.ok) return booked;
  const made = booked.value;
  await recordAudit(app, tx, {
    actorId: null,
    action: "booking-made",
    subject: seen.principal.displayName,
    detail: {
      login: booker.login,
      bookable: seen.principal.login,
      start: new Date(made.startsAt).toISOString(),
      state: made.state,
      rules: `${made.rulesVersion}`,
      via: "draw",
    },
  });
  return ok(undefined);
}
