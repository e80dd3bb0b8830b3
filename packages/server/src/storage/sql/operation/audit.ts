import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { AuditQuery } from "../../port/audit.ts";
import type { AuditEntry } from "../../records/audit.ts";
import type { Millis } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import type { RowOf } from "../columns.ts";
import { statement, taken } from "../statement.ts";
import { auditEntry } from "../tables/operation.ts";

export function audit(scope: Scope): Noun<"audit"> {
  return {
    latest: (limit, of) => latest(scope, limit, of),
    async ofSubject(action, subject, since, limit) {
      const query = scope.query
        .selectFrom("audit")
        .selectAll()
        .where("action", "=", action)
        .where("subject", "=", subject)
        .where("at", ">=", since)
        .orderBy("at", "desc")
        .orderBy("id", "desc");
      return scope.records(auditEntry, query.limit(limit));
    },
    async setDetail(id, detail) {
      const query = scope.query.updateTable("audit").set(auditEntry.changes({ detail }));
      await scope.run(query.where("id", "=", id));
    },
    append: async (entry) => void (await scope.run(insertEntry(scope.dialect, auditEntry.row(entry)))),
    forget: (before, limit) => forget(scope, before, limit),
  };
}

async function latest(
  scope: Scope,
  limit: number,
  { actions, beforeId, text }: AuditQuery = {},
): Promise<AuditEntry[]> {
  let query = scope.query.selectFrom("audit").selectAll().orderBy("at", "desc").orderBy("id", "desc");
  if (actions) query = query.where("action", "in", [...actions]);
  if (text !== undefined) {
    const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(sql<boolean>`lower(subject || ' ' || detail) like ${pattern} escape '\\'`);
  }
  if (beforeId !== undefined) {
    const before = scope.query.selectFrom("audit").select("at").where("id", "=", beforeId);
    query = query.where((e) =>
      e.or([e("at", "<", before), e.and([e("at", "=", before), e("id", "<", beforeId)])]),
    );
  }
  return scope.records(auditEntry, query.limit(limit));
}

async function forget(scope: Scope, before: Millis, limit: number): Promise<number> {
  const old = scope.query.selectFrom("audit").select("id").where("at", "<", before).limit(limit);
  return await scope.run(scope.query.deleteFrom("audit").where("id", "in", old));
}

const insertEntry = statement((q, p: RowOf<typeof auditEntry>) =>
  q.insertInto("audit").values(taken(auditEntry.names, p)),
);
