import type { Noun } from "../../port.ts";
import type { CellRange } from "../../port/bookings.ts";
import type { Claim } from "../../records/bookings.ts";
import type { BookingId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";
import { claim } from "../tables/bookings.ts";

export function claims(scope: Scope): Noun<"claims"> {
  return {
    inRange: (accountId, cells, now) =>
      scope.records(claim, selectInRange(scope.dialect, { accountId, ...cells, now })),
    ofBooking: (id) => scope.records(claim, selectOfBooking(scope.dialect, { id })),
    take: (wanted, now) => take(scope, wanted, now),
    release: (id, cells) => release(scope, id, cells),
    removeExpired: (now, limit) => removeExpired(scope, now, limit),
  };
}

/** The cells of an account that somebody has at a moment. */
type Living = CellRange & { readonly accountId: string; readonly now: number };

const living = (q: Scope["query"], p: Living) =>
  q
    .selectFrom("claim")
    .selectAll()
    .where("account_id", "=", p.accountId)
    .where("cell", ">=", p.from)
    .where("cell", "<", p.until)
    .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">", p.now)]));

const selectInRange = statement((q, p: Living) => living(q, p).orderBy("unit").orderBy("cell"));

const selectOfUnit = statement((q, p: Living & { unit: number }) => living(q, p).where("unit", "=", p.unit));

const selectOfBooking = statement((q, p: { id: string }) =>
  q
    .selectFrom("claim")
    .selectAll()
    .where("booking_id", "=", p.id)
    .orderBy("account_id")
    .orderBy("unit")
    .orderBy("cell"),
);

const deleteOfBooking = statement((q, p: { id: string }) =>
  q.deleteFrom("claim").where("booking_id", "=", p.id),
);

/** Claims that are written by one statement: five values each, of the 32,766 that SQLite takes. */
const AT_ONCE = 1_000;

async function take(scope: Scope, wanted: readonly Claim[], now: number): Promise<readonly BookingId[]> {
  const [first] = wanted;
  if (first === undefined) return [];
  const others = await bookingsAmong(scope, wanted, now);
  if (others.length > 0) return others;
  // One order for everybody: two writers who forgot the lock wait for each other's first cell, not for each other.
  const rows = wanted.map(claim.row).toSorted((a, b) => a.unit - b.unit || a.cell - b.cell);
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows.slice(at, at + AT_ONCE);
    const written = await scope.run(
      scope.query
        .insertInto("claim")
        .values(part)
        .onConflict((conflict) =>
          conflict
            .columns(["account_id", "unit", "cell"])
            .doUpdateSet((e) => ({
              booking_id: e.ref("excluded.booking_id"),
              expires_at: e.ref("excluded.expires_at"),
            }))
            .where((e) =>
              e.or([
                e("claim.expires_at", "<=", now),
                e("claim.booking_id", "=", e.ref("excluded.booking_id")),
              ]),
            ),
        ),
    );
    // Another transaction has taken one meanwhile, which only happens without the account's lock: nothing of this one may stay.
    if (written !== part.length) throw new Error("a cell was taken without the lock of its account");
  }
  return [];
}

/** The other bookings that have some of these cells of one account. */
async function bookingsAmong(scope: Scope, wanted: readonly Claim[], now: number): Promise<BookingId[]> {
  const others = new Set<BookingId>();
  for (const [unit, claimed] of Map.groupBy(wanted, (one) => one.unit)) {
    const cells = new Map(claimed.map((one) => [one.cell, one]));
    const range = { from: Math.min(...cells.keys()), until: Math.max(...cells.keys()) + 1 };
    const accountId = claimed[0]?.accountId ?? "";
    const found = await scope.records(claim, selectOfUnit(scope.dialect, { accountId, ...range, now, unit }));
    for (const one of found) {
      const mine = cells.get(one.cell);
      if (mine && mine.bookingId !== one.bookingId) others.add(one.bookingId);
    }
  }
  return [...others].toSorted();
}

async function release(scope: Scope, id: string, cells: CellRange | undefined): Promise<number> {
  if (cells === undefined) return scope.run(deleteOfBooking(scope.dialect, { id }));
  const query = scope.query.deleteFrom("claim").where("booking_id", "=", id);
  return scope.run(query.where("cell", ">=", cells.from).where("cell", "<", cells.until));
}

async function removeExpired(scope: Scope, now: number, limit: number): Promise<number> {
  const gone = scope.query
    .selectFrom("claim")
    .select(["account_id", "unit", "cell"])
    .where("expires_at", "<=", now)
    .limit(limitOf(limit));
  return scope.run(
    scope.query
      .deleteFrom("claim")
      .where((e) =>
        e(e.refTuple("account_id", "unit", "cell"), "in", gone.$asTuple("account_id", "unit", "cell")),
      ),
  );
}
