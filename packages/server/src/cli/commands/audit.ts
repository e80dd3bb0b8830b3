import { auditLog } from "../../app/accounts/audit-log.ts";
import { commandLineActor } from "../../app/actor.ts";
import type { Command } from "../command.ts";
import { wholeNumber } from "../numbers.ts";
import { JSON_FLAG, printRows, timeOf } from "../print-rows.ts";
import { unwrap } from "../unwrap.ts";

export const auditCommand: Command = {
  name: "audit",
  summary: "Prints the audit log, newest first: time (UTC), who, what, to what, details; separated by tabs.",
  args: [],
  flags: {
    limit: { value: "N", says: "At most so many, 100 if it is not said." },
    find: { value: "TEXT", says: "Those alone in which this stands." },
    ...JSON_FLAG,
  },
  examples: ["audit --limit 20 --find nils"],
  calls: ["AuditEntry/list"],
  async run(context) {
    const limit = wholeNumber(context, "limit", 100);
    const { find } = context.values;
    const query = typeof find === "string" && find !== "" ? { text: find } : {};
    const found = unwrap(await auditLog(await context.openApp(), commandLineActor(), limit, query));
    const entries = found.map(({ entry: { id, at, actorId, action, subject, detail } }) => ({
      id,
      at: timeOf(at),
      actorId,
      action,
      subject,
      detail,
    }));
    return printRows(context, entries, ({ at, actorId, action, subject, detail }) => [
      at,
      actorId,
      action,
      subject,
      ...Object.entries(detail).map(([key, value]) => `${key}=${value}`),
    ]);
  },
};
