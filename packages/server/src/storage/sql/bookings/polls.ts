import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { poll, pollVoter } from "../tables/polls.ts";

export function polls(scope: Scope): Noun<"polls"> {
  const all = () => scope.query.selectFrom("poll").selectAll();
  const some = (query: ReturnType<typeof all>) =>
    scope.records(poll, query.orderBy("created_at").orderBy("id"));
  return {
    byId: (id) => scope.record(poll, all().where("id", "=", id)),
    byTokenHash: (tokenHash) => scope.record(poll, all().where("token_hash", "=", tokenHash)),
    ofAccount: (accountId) => some(all().where("account_id", "=", accountId)),
    ofVoter(principalId) {
      const ids = scope.query
        .selectFrom("poll_voter")
        .select("poll_id")
        .where("principal_id", "=", principalId);
      return some(all().where("id", "in", ids));
    },
    due: (now, limit) =>
      scope.records(
        poll,
        all().where("delete_after", "<=", now).orderBy("delete_after").orderBy("id").limit(limit),
      ),
    insert: async (one) => void (await scope.run(scope.query.insertInto("poll").values(poll.row(one)))),
    async update(id, fields) {
      const values = poll.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("poll").set(values).where("id", "=", id));
    },
    async remove(id) {
      await scope.run(scope.query.deleteFrom("poll_voter").where("poll_id", "=", id));
      return (await scope.run(scope.query.deleteFrom("poll").where("id", "=", id))) > 0;
    },
    async endOfAccount(accountId, now) {
      await scope.run(
        scope.query.updateTable("poll").set({ delete_after: now }).where("account_id", "=", accountId),
      );
      const nobody = pollVoter.changes({ principalId: null, name: "", mail: "", note: "" });
      await scope.run(
        scope.query.updateTable("poll_voter").set(nobody).where("principal_id", "=", accountId),
      );
    },
  };
}

export function pollVoters(scope: Scope): Noun<"pollVoters"> {
  const all = () => scope.query.selectFrom("poll_voter").selectAll();
  const one = (query: ReturnType<typeof all>) => scope.record(pollVoter, query);
  return {
    byId: (id) => one(all().where("id", "=", id)),
    byTokenHash: (tokenHash) => one(all().where("token_hash", "=", tokenHash)),
    ofPoll: (pollId) =>
      scope.records(pollVoter, all().where("poll_id", "=", pollId).orderBy("created_at").orderBy("id")),
    byOnce: (pollId, once) => one(all().where("poll_id", "=", pollId).where("once", "=", once)),
    async isAsked(accountId, mail) {
      const polls = scope.query.selectFrom("poll").select("id").where("account_id", "=", accountId);
      const found = all().where("poll_id", "in", polls).where("mail", "=", mail).limit(1);
      return (await one(found)) !== undefined;
    },
    ofPrincipal: (pollId, principalId) =>
      one(all().where("poll_id", "=", pollId).where("principal_id", "=", principalId)),
    async insert(voter) {
      const query = scope.query.insertInto("poll_voter").values(pollVoter.row(voter));
      const written = await scope.run(query.onConflict((conflict) => conflict.doNothing()));
      return written === 1 ? "inserted" : "duplicate";
    },
    async update(id, fields) {
      const values = pollVoter.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("poll_voter").set(values).where("id", "=", id));
    },
    remove: async (id) => (await scope.run(scope.query.deleteFrom("poll_voter").where("id", "=", id))) > 0,
  };
}
