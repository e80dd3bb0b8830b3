import { prepare } from "@snart/calendar/booking/prepare.ts";
import { readRules } from "@snart/calendar/booking/read-rules.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Bookable } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { planDraws } from "../bookables/plan-draws.ts";
import { offerFreed } from "../bookables/offer-freed.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { changeBookableAddress } from "./address/bookable-address.ts";
import { bookableProblem, bookableSeenBy, trimmed, type SeenBookable } from "./bookables.ts";

/** What may change of a bookable; absent fields stay. */
export type BookableChanges = Partial<
  Pick<Bookable, "labels" | "description" | "place" | "capacity" | "equipment" | "answerMode">
> & {
  readonly name?: string;
  /** as `changeBookableAddress` takes it */
  readonly email?: string | null;
  /** as `readRules` takes them; they become a new version */
  readonly rules?: unknown;
  /** The version that the rules were read in: if it has been followed by another, nothing is changed. */
  readonly rulesVersion?: number;
};

/** Changes a bookable, for its managers. */
export function changeBookable(
  app: App,
  actor: Actor,
  id: PrincipalId,
  { name, email, rules, rulesVersion, ...fields }: BookableChanges,
): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const seen = await managedBookable(tx, actor, id);
    if (!seen.ok) return seen;
    const { principal, bookable, inForce } = seen.value;
    const whole = { ...bookable, ...fields, name: name ?? principal.displayName };
    const problem = await bookableProblem(app, tx, whole);
    if (problem) return failed(problem);
    if (rulesVersion !== undefined && rulesVersion !== (inForce?.version ?? 0))
      return failed({ code: "etag-mismatch" });
    const read = rules === undefined ? undefined : newRules(seen.value, rules);
    if (read?.ok === false) return read;
    await tx.lockAccount(id);
    const addressed = email === undefined ? ok(undefined) : await readdress({ app, tx, actor }, id, email);
    if (!addressed.ok) return addressed;
    if (name !== undefined) await tx.principals.update(id, { displayName: name.trim() });
    const { equipment } = fields;
    await tx.bookables.update(id, { ...fields, ...(equipment && { equipment: trimmed(equipment) }) });
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
    if (read) await planDraws(app, tx, id, prepare(read.value));
    // Other rules may have freed what somebody waits for, or end the line.
    if (written) await offerFreed({ app, tx, now: app.now() }, id);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "bookable-changed",
      subject: principal.displayName,
      detail: {
        login: actor.login,
        bookable: principal.login,
        changed: Object.keys({
          ...fields,
          ...(name !== undefined && { name }),
          ...(email !== undefined && { email }),
        }).join(" "),
        ...(email !== undefined && { email: email ?? "", before: principal.email ?? "" }),
        ...(written && { rules: `${version}` }),
      },
    });
    return ok(undefined);
  });
}

/** Reads it again, under the lock of its account. */
async function readdress(
  scope: Pick<WriteScope, "app" | "tx" | "actor">,
  id: PrincipalId,
  email: string | null,
): Promise<Result<void, Problem>> {
  const principal = await scope.tx.principals.byId(id);
  return principal ? changeBookableAddress(scope, principal, email) : failed({ code: "not-found" });
}

/** @returns `forbidden` for who may book it and no more */
export async function managedBookable(
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
export function newRules({ inForce }: SeenBookable, given: unknown): Result<BookingRules, Problem> {
  const rules = readRules(given);
  if (!rules.ok) return failed({ code: "booking-rules-wrong", problems: rules.problem });
  const width = inForce?.prepared.rules.cellMinutes ?? rules.value.cellMinutes;
  return width === rules.value.cellMinutes
    ? rules
    : failed({ code: "booking-rules-wrong", problems: [{ code: "fixed", path: "cellMinutes" }] });
}
