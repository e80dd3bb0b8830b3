import type { BookingState } from "@snart/calendar/booking/facts.ts";
import type { CompiledQuery, SelectQueryBuilder } from "kysely";
import type { Noun } from "../../port.ts";
import type { RowOf } from "../columns.ts";
import type { Database } from "../database.ts";
import type { Dialect, List } from "../dialects/dialect.ts";
import type { Scope } from "../scope.ts";
import { statement, taken } from "../statement.ts";
import { booking } from "../tables/bookings.ts";

export function bookings(scope: Scope): Noun<"bookings"> {
  const { dialect } = scope;
  return {
    byId: (id) => scope.record(booking, selectById(dialect, { id })),
    byKey: (bookedBy, key) => scope.record(booking, selectByKey(dialect, { bookedBy, key })),
    ofObject: (id) => scope.records(booking, selectOfObject(dialect, { id })),
    inRange: (accountId, range, states) =>
      scope.records(booking, selectInRange(scope, { accountId, ...range }, states)),
    inRangeOf: (accountIds, range, states) =>
      scope.records(booking, selectInRangeOf(scope, { ids: scope.list(accountIds), ...range }, states)),
    ofParty: (partyId, since, states) =>
      scope.records(booking, selectOfParty(scope, { partyId, since }, states)),
    beginning: (state, range) => scope.records(booking, selectBeginning(dialect, { state, ...range })),
    insert: async (one) =>
      (await scope.run(insertBooking(dialect, booking.row(one)))) === 1 ? "inserted" : "duplicate",
    async update(id, fields) {
      const values = booking.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("booking").set(values).where("id", "=", id));
    },
  };
}

const selectById = statement((q, p: { id: string }) =>
  q.selectFrom("booking").selectAll().where("id", "=", p.id),
);

const selectByKey = statement((q, p: { bookedBy: string; key: string }) =>
  q.selectFrom("booking").selectAll().where("booked_by", "=", p.bookedBy).where("key", "=", p.key),
);

const selectOfObject = statement((q, p: { id: string }) =>
  q.selectFrom("booking").selectAll().where("object_id", "=", p.id).orderBy("starts_at").orderBy("id"),
);

type Rows = RowOf<typeof booking>;
type Bookings = SelectQueryBuilder<Database, "booking", Rows>;
/** Whoever wishes for several times asks for the same bookings around them, and so do all who wish for one. */
const IN_SNAPSHOT = { isRememberedInSnapshot: true };

/** In the order of their starts: of any state, or of some. */
function inStates<P extends object>(
  narrow: (all: Bookings, p: P, dialect: Dialect) => Bookings,
): (scope: Scope, p: P, states: readonly BookingState[] | undefined) => CompiledQuery<Rows> {
  const ordered = (all: Bookings, p: P, dialect: Dialect): Bookings =>
    narrow(all, p, dialect).orderBy("starts_at").orderBy("id");
  const ofAny = statement(
    (q, p: P, dialect) => ordered(q.selectFrom("booking").selectAll(), p, dialect),
    IN_SNAPSHOT,
  );
  const ofSome = statement(
    (q, p: P & { states: List }, dialect) =>
      ordered(q.selectFrom("booking").selectAll().where(dialect.isIn("state", p.states)), p, dialect),
    IN_SNAPSHOT,
  );
  return (scope, p, states) =>
    states ? ofSome(scope.dialect, { ...p, states: scope.list(states) }) : ofAny(scope.dialect, p);
}

/** A range of instants, its end exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

const selectInRange = inStates((all, p: Range & { accountId: string }) =>
  all.where("account_id", "=", p.accountId).where("ends_at", ">", p.start).where("starts_at", "<", p.end),
);

const selectInRangeOf = inStates((all, p: Range & { ids: List }, dialect) =>
  all.where(dialect.isIn("account_id", p.ids)).where("ends_at", ">", p.start).where("starts_at", "<", p.end),
);

const selectOfParty = inStates((all, p: { partyId: string; since: number }) =>
  all.where("party_id", "=", p.partyId).where("ends_at", ">", p.since),
);

const selectBeginning = statement((q, p: Range & { state: string }) =>
  q
    .selectFrom("booking")
    .selectAll()
    .where("state", "=", p.state)
    .where("starts_at", ">=", p.start)
    .where("starts_at", "<", p.end)
    .orderBy("starts_at")
    .orderBy("id"),
);

const insertBooking = statement((q, p: Rows) =>
  q
    .insertInto("booking")
    .values(taken(booking.names, p))
    .onConflict((conflict) => conflict.doNothing()),
);
