import { createHash } from "node:crypto";
import type { Sha256 } from "@snart/calendar/booking/draw/draw.ts";
import { dateText } from "@snart/calendar/booking/clock.ts";
import type { PreparedDraw, PreparedRules } from "@snart/calendar/booking/prepare.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Draw } from "../../storage/records/draws.ts";
import type { DrawId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { queuedJob } from "../outbox/queued-job.ts";

/** The kind of jobs that make a draw when its wishes close. */
export const DRAW_JOB = "booking-draw";

const SEED_OCTETS = 32;

export const sha256: Sha256 = (text) => createHash("sha256").update(text).digest("hex");

/**
 * Lets the draws of a bookable follow its rules, in the transaction that writes them. A period that is new gets its seed here: the
 * commitment can be seen from this moment on. One that is moved keeps seed and wishes, and one that the rules no longer have is gone
 * with its wishes. What has been drawn stays.
 */
export async function planDraws(
  app: App,
  tx: WriteTransaction,
  accountId: PrincipalId,
  { draws }: PreparedRules,
): Promise<void> {
  const known = await tx.draws.ofBookable(accountId);
  const open = new Set(known.filter(({ state }) => state === "open"));
  const left: PreparedDraw[] = [];
  for (const period of draws) {
    const same = known.find((draw) => isOf(draw, period));
    if (!same) left.push(period);
    else if (open.delete(same)) await follow(tx, same, period);
  }
  for (const period of left) {
    const moved = [...open].find((draw) => overlaps(draw, period));
    if (moved) open.delete(moved);
    // What closed before it was said is drawn by nobody.
    if (moved) await follow(tx, moved, period);
    else if (period.closes > app.now()) await begin(app, tx, accountId, period);
  }
  for (const { id } of open) await tx.draws.remove(id);
}

const isOf = (draw: Draw, { from, to }: PreparedDraw): boolean =>
  draw.periodFrom === dateText(from) && draw.periodTo === dateText(to);

const overlaps = ({ periodFrom, periodTo }: Draw, { from, to }: PreparedDraw): boolean =>
  periodFrom < dateText(to) && dateText(from) < periodTo;

const fieldsOf = ({ from, to, opens, closes }: PreparedDraw) => ({
  periodFrom: dateText(from),
  periodTo: dateText(to),
  opensAt: opens,
  closesAt: closes,
});

async function begin(
  app: App,
  tx: WriteTransaction,
  accountId: PrincipalId,
  period: PreparedDraw,
): Promise<void> {
  const seed = Buffer.from(app.newSecret(SEED_OCTETS), "base64url").toString("hex");
  const id = app.newId() as DrawId;
  await tx.draws.insert({
    id,
    accountId,
    state: "open",
    ...fieldsOf(period),
    seed,
    commitment: sha256(seed),
    file: null,
    digest: null,
    drawnAt: null,
    createdAt: app.now(),
  });
  await schedule(tx, id, period.closes);
}

async function follow(tx: WriteTransaction, { id }: Draw, period: PreparedDraw): Promise<void> {
  await tx.draws.update(id, fieldsOf(period));
  await schedule(tx, id, period.closes);
}

const schedule = (tx: WriteTransaction, drawId: DrawId, runAt: number): Promise<void> =>
  tx.queues.schedule(
    queuedJob({ id: `${DRAW_JOB} ${drawId} ${runAt}`, kind: DRAW_JOB, payload: { drawId }, runAt }),
  );
