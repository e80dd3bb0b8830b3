import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { auditLog } from "../../app/accounts/audit-log.ts";
import { serverHealth } from "../../app/health/server-health.ts";
import { ownAccountMethod, type Method } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id, idText, text, unsigned } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";

/** The most entries in one answer. */
const MOST_ENTRIES = 200;

/** AuditEntry/list: the audit log from the newest entry, or from `before`, backwards, for administrators. */
const auditList = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    before: v.nullish(idText),
    text: v.nullish(v.pipe(text, v.maxLength(200))),
    limit: v.nullish(unsigned),
  }),
  async ({ app, actor }, account, args) => {
    const limit = Math.min(typeof args.limit === "number" ? args.limit : MOST_ENTRIES, MOST_ENTRIES);
    const found = await auditLog(app, actor, limit, {
      ...(typeof args.before === "string" && { beforeId: args.before }),
      ...(typeof args.text === "string" && args.text !== "" && { text: args.text }),
    });
    if (!found.ok) return failed(methodErrorOf(found.problem));
    const list = found.value.map(({ entry: { at, ...entry }, actorName }) => ({
      ...entry,
      at: formatUtcDateTime(at),
      actorName: actorName ?? null,
    }));
    return ok({ accountId: account.id, list });
  },
);

/** Server/health: the state of the server, for administrators. */
const health = ownAccountMethod(SNART, v.strictObject({ accountId: id }), async ({ app, actor }, account) => {
  const found = await serverHealth(app, actor);
  return found.ok ? ok({ accountId: account.id, health: found.value }) : failed(methodErrorOf(found.problem));
});

/** The methods about the server, for administrators only. */
export const serverMethods: readonly (readonly [string, Method])[] = [
  ["AuditEntry/list", auditList],
  ["Server/health", health],
];
