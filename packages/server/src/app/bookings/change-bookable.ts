import { isStanding } from "@snart/calendar/booking/facts.ts";
import { misfitReasons } from "@snart/calendar/booking/fits.ts";
import { prepare } from "@snart/calendar/booking/prepare.ts";
import { readRules } from "@snart/calendar/booking/read-rules.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Bookable, Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { bookableProblem, bookableSeenBy, type SeenBookable } from "./bookables.ts";

/** What may change of a bookable; absent fields stay. */
export type BookableChanges = Partial<
  Pick<Bookable, "labels" | "description" | "place" | "capacity" | "answerMode">
> & {
  readonly name?: string;
  /** as `readRules` takes them; they become a new version */
  readonly rules?: unknown;
};

/** Changes a bookable, for its managers. */
export function changeBookable(
  app: App,
  actor: Actor,
  id: PrincipalId,
  { name, rules, ...fields }: BookableChanges,
): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const seen = await managed(tx, actor, id);
    if (!seen.ok) return seen;
    const { principal, bookable, inForce } = seen.value;
    const whole = { ...bookable, ...fields, name: name ?? principal.displayName };
    const problem = await bookableProblem(app, tx, whole);
    if (problem) return failed(problem);
    const read = rules === undefined ? undefined : newRules(seen.value, rules);
    if (read?.ok === false) return read;
    await tx.lockAccount(id);
    if (name !== undefined) await tx.principals.update(id, { displayName: name.trim() });
    await tx.bookables.update(id, fields);
    const version = (inForce?.version ?? 0) + 1;
    const written = read && {
      accountId: id,
      version,
      rules: read.value,
      createdAt: app.now(),
      createdBy: actor.principalId,
    };
    if (written && (await tx.bookingRules.append(written)) === "duplicate")
      return failed({ code: "etag-mismatch" });
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "bookable-changed",
      subject: principal.displayName,
      detail: {
        login: actor.login,
        bookable: principal.login,
        changed: Object.keys({ ...fields, ...(name !== undefined && { name }) }).join(" "),
        ...(written && { rules: `${version}` }),
      },
    });
    return ok(undefined);
  });
}

/** The coming bookings whose times other rules no longer have, by start: a trial, which changes nothing. */
export function misfitsOf(
  app: App,
  actor: Actor,
  id: PrincipalId,
  rules: unknown,
): Promise<Result<readonly Booking[], Problem>> {
  return app.storage.read(async (tx) => {
    const seen = await managed(tx, actor, id);
    if (!seen.ok) return seen;
    const read = newRules(seen.value, rules);
    if (!read.ok) return read;
    const prepared = prepare(read.value);
    const now = app.now();
    const coming = await tx.bookings.inRange(id, { start: now, end: Number.MAX_SAFE_INTEGER });
    return ok(
      coming.filter(
        // What the managers enter follows no rules.
        ({ partyId, state, startsAt: start, endsAt: end }) =>
          partyId !== null && isStanding(state) && misfitReasons(prepared, { start, end }, now).length > 0,
      ),
    );
  });
}

async function managed(
  tx: ReadTransaction,
  actor: Actor,
  id: PrincipalId,
): Promise<Result<SeenBookable, Problem>> {
  const seen = await bookableSeenBy(tx, actor, id);
  return seen.ok && !seen.value.mayManage
    ? failed({ code: "forbidden", right: "manage the bookable" })
    : seen;
}

/** The width of a cell is fixed for a bookable's life: its claims are counted in it. */
function newRules({ inForce }: SeenBookable, given: unknown): Result<BookingRules, Problem> {
  const rules = readRules(given);
  if (!rules.ok) return failed({ code: "booking-rules-wrong", problems: rules.problem });
  const width = inForce?.prepared.rules.cellMinutes ?? rules.value.cellMinutes;
  return width === rules.value.cellMinutes
    ? rules
    : failed({ code: "booking-rules-wrong", problems: [{ code: "fixed", path: "cellMinutes" }] });
}
