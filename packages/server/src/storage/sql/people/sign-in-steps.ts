import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { signInStep } from "../tables/people.ts";

export function signInSteps(scope: Scope): Noun<"signInSteps"> {
  const gone = () => scope.query.deleteFrom("sign_in_step");
  return {
    byTokenHash: (tokenHash) =>
      scope.record(
        signInStep,
        scope.query.selectFrom("sign_in_step").selectAll().where("token_hash", "=", tokenHash),
      ),
    async put(step) {
      const { token_hash: _key, ...fields } = signInStep.row(step);
      const query = scope.query.insertInto("sign_in_step").values(signInStep.row(step));
      await scope.run(query.onConflict((conflict) => conflict.column("token_hash").doUpdateSet(fields)));
    },
    remove: async (tokenHash) => (await scope.run(gone().where("token_hash", "=", tokenHash))) === 1,
    removeOfPrincipal: async (id) => void (await scope.run(gone().where("principal_id", "=", id))),
    // One that expires at `now` is expired.
    removeExpired: (now, limit) =>
      deleteSome(scope, "sign_in_step", ["token_hash"], sql`expires_at <= ${now}`, limit),
  };
}
