import type { Selectable } from "kysely";
import type { SessionReads, SessionWrites } from "../../port/people.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { Session } from "../../records/people.ts";
import type { SessionTable } from "../tables/people.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

export function sessions(scope: Scope): SessionReads & SessionWrites {
  return {
    byTokenHash: (tokenHash) => byTokenHash(scope, tokenHash),
    ofPrincipal: (principalId) => ofPrincipal(scope, principalId),
    insert: (session) => insert(scope, session),
    extend: (tokenHash, expiresAt) => extend(scope, tokenHash, expiresAt),
    remove: (tokenHash) => remove(scope, tokenHash),
    removeOfPrincipal: (principalId, except) => removeOfPrincipal(scope, principalId, except),
    removeExpired: (now) => removeExpired(scope, now),
  };
}

function fromRow(row: Selectable<SessionTable>): Session {
  return {
    tokenHash: row.token_hash,
    principalId: row.principal_id as PrincipalId,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
  };
}

const selectByTokenHash = statement((q, p: { tokenHash: string }) =>
  q.selectFrom("session").selectAll().where("token_hash", "=", p.tokenHash),
);

/** Expired ones too: whether it still counts is the caller's question, who has the clock. */
async function byTokenHash(scope: Scope, tokenHash: string): Promise<Session | undefined> {
  const row = await scope.row(selectByTokenHash(scope.dialect, { tokenHash }));
  return row && fromRow(row);
}

async function ofPrincipal(scope: Scope, principalId: string): Promise<Session[]> {
  const query = scope.query.selectFrom("session").selectAll().where("principal_id", "=", principalId);
  return (await scope.rows(query.orderBy("created_at").orderBy("token_hash"))).map(fromRow);
}

async function insert(scope: Scope, session: Session): Promise<void> {
  await scope.run(
    scope.query.insertInto("session").values({
      token_hash: session.tokenHash,
      principal_id: session.principalId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
    }),
  );
}

async function extend(scope: Scope, tokenHash: string, expiresAt: number): Promise<void> {
  await scope.run(
    scope.query.updateTable("session").set({ expires_at: expiresAt }).where("token_hash", "=", tokenHash),
  );
}

async function remove(scope: Scope, tokenHash: string): Promise<void> {
  await scope.run(scope.query.deleteFrom("session").where("token_hash", "=", tokenHash));
}

async function removeOfPrincipal(
  scope: Scope,
  principalId: string,
  except: string | undefined,
): Promise<void> {
  const query = scope.query.deleteFrom("session").where("principal_id", "=", principalId);
  await scope.run(except === undefined ? query : query.where("token_hash", "!=", except));
}

/** A session that expires at `now` is expired. */
async function removeExpired(scope: Scope, now: number): Promise<number> {
  return await scope.run(scope.query.deleteFrom("session").where("expires_at", "<=", now));
}
