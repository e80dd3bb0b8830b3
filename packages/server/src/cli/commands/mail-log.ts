import { receivedMail } from "../../app/mail/mail-log.ts";
import { UsageProblem, type Command } from "../command.ts";
import { printable } from "../printable.ts";

const MOST = 100_000;

export const mailLog: Command = {
  name: "mail-log",
  usage: "[--limit N]",
  summary:
    "Prints what came by mail and what became of it, newest first: time (UTC), outcome, sender, method, UID, subject, details; separated by tabs. 100 entries, or N.",
  options: { limit: { type: "string" } },
  positionals: 0,
  async run(context) {
    const limit = Number(context.values["limit"] ?? 100);
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
      throw new UsageProblem(`--limit takes a whole number from 1 to ${String(MOST)}.`);
    for (const entry of await receivedMail(await context.openApp(), limit)) {
      const { at, outcome, sender, method, uid, subject, detail } = entry;
      const cells = [new Date(at).toISOString(), outcome, sender, method ?? "-", uid ?? "-", subject, detail];
      context.stdout(`${cells.map(printable).join("\t")}\n`);
    }
    return 0;
  },
};
