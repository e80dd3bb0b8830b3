import { listAudit } from "../../app/audit.ts";
import { UsageProblem, type Command } from "../command.ts";
import { printable } from "../printable.ts";

const MOST = 100_000;

export const auditCommand: Command = {
  name: "audit",
  usage: "[--limit N]",
  summary:
    "Prints the audit log, newest first: time (UTC), who, what, to what, details; separated by tabs. 100 entries, or N.",
  options: { limit: { type: "string" } },
  positionals: 0,
  async run(context) {
    const limit = Number(context.values["limit"] ?? 100);
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
      throw new UsageProblem(`--limit takes a whole number from 1 to ${String(MOST)}.`);
    for (const { at, actorId, action, subject, detail } of await listAudit(await context.openApp(), limit)) {
      const known = Object.entries(detail).map(([key, value]) => `${key}=${value}`);
      const cells = [new Date(at).toISOString(), actorId ?? "-", action, subject, ...known];
      context.stdout(`${cells.map(printable).join("\t")}\n`);
    }
    return 0;
  },
};
