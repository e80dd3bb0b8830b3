import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { rulesAcceptance } from "../tables/bookings.ts";

export function rulesAcceptances(scope: Scope): Noun<"rulesAcceptances"> {
  const all = () => scope.query.selectFrom("rules_acceptance").selectAll();
  return {
    ofParties: (partyIds) =>
      scope.records(
        rulesAcceptance,
        all().where("party_id", "in", partyIds).orderBy("party_id").orderBy("account_id").orderBy("version"),
      ),
    ofBookable: (accountId) =>
      scope.records(
        rulesAcceptance,
        all().where("account_id", "=", accountId).orderBy("party_id").orderBy("version"),
      ),
    async insert(one) {
      const query = scope.query.insertInto("rules_acceptance").values(rulesAcceptance.row(one));
      await scope.run(query.onConflict((conflict) => conflict.doNothing()));
    },
    async remove(id) {
      await scope.run(
        scope.query
          .deleteFrom("rules_acceptance")
          .where((e) => e.or([e("party_id", "=", id), e("account_id", "=", id)])),
      );
    },
  };
}
