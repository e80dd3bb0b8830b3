import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { household, householdTag } from "../tables/bookings.ts";

/** Which booking asks for whom: of nearly every look at what can be booked. */
const selectOfPerson = statement(
  (q, p: { id: string }) =>
    q
      .selectFrom("group_member")
      .innerJoin("household", "household.account_id", "group_member.group_id")
      .innerJoin("principal", "principal.id", "group_member.group_id")
      .selectAll("household")
      .where("group_member.member_id", "=", p.id)
      .where("principal.status", "=", "active")
      .orderBy("household.label_key"),
  { isRemembered: true },
);

export function households(scope: Scope): Noun<"households"> {
  const all = () => scope.query.selectFrom("household").selectAll("household");
  return {
    byId: (accountId) => scope.record(household, all().where("account_id", "=", accountId)),
    byLabelKey: (labelKey) => scope.record(household, all().where("label_key", "=", labelKey)),
    byLetterHash: (hash) => scope.record(household, all().where("letter_hash", "=", hash)),
    list: () =>
      scope.records(
        household,
        all()
          .innerJoin("principal", "principal.id", "household.account_id")
          .where("principal.status", "=", "active")
          .orderBy("household.label_key"),
      ),
    ofPerson: (personId) => scope.records(household, selectOfPerson(scope.dialect, { id: personId })),
    async insert(one) {
      const query = scope.query
        .insertInto("household")
        .values(household.row(one))
        .onConflict((conflict) => conflict.doNothing());
      return (await scope.run(query)) === 0 ? "duplicate" : "inserted";
    },
    async update(accountId, fields) {
      const { labelKey } = fields;
      const other = labelKey === undefined ? undefined : await this.byLabelKey(labelKey);
      if (other && other.accountId !== accountId) return "duplicate";
      const values = household.changes(fields);
      if (Object.keys(values).length > 0)
        await scope.run(scope.query.updateTable("household").set(values).where("account_id", "=", accountId));
      return "updated";
    },
    async remove(accountId) {
      await scope.run(scope.query.deleteFrom("household_tag").where("household_id", "=", accountId));
      return (await scope.run(scope.query.deleteFrom("household").where("account_id", "=", accountId))) > 0;
    },
  };
}

export function householdTags(scope: Scope): Noun<"householdTags"> {
  const all = () => scope.query.selectFrom("household_tag").selectAll();
  return {
    byNumber: (number) => scope.record(householdTag, all().where("number", "=", number)),
    ofHousehold: (householdId) =>
      scope.records(householdTag, all().where("household_id", "=", householdId).orderBy("number")),
    async insert(tag) {
      const query = scope.query
        .insertInto("household_tag")
        .values(householdTag.row(tag))
        .onConflict((conflict) => conflict.doNothing());
      return (await scope.run(query)) === 0 ? "duplicate" : "inserted";
    },
    async update(number, fields) {
      const values = householdTag.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("household_tag").set(values).where("number", "=", number));
    },
    remove: async (number) =>
      (await scope.run(scope.query.deleteFrom("household_tag").where("number", "=", number))) > 0,
  };
}
