import { receivedMail } from "../../app/mail/mail-log.ts";
import type { Command } from "../command.ts";
import { wholeNumber } from "../numbers.ts";
import { JSON_FLAG, printRows, timeOf } from "../print-rows.ts";

export const mailLog: Command = {
  name: "mail-log",
  summary:
    "Prints what came by mail and what became of it, newest first: time (UTC), outcome, sender, method, UID, subject, details; separated by tabs.",
  args: [],
  flags: { limit: { value: "N", says: "At most so many, 100 if it is not said." }, ...JSON_FLAG },
  examples: ["mail-log --limit 20"],
  calls: ["Server/mail"],
  async run(context) {
    const limit = wholeNumber(context, "limit", 100);
    const found = await receivedMail(await context.openApp(), limit);
    const mails = found.map(({ at, outcome, sender, method, uid, subject, detail }) => ({
      at: timeOf(at),
      outcome,
      sender,
      method: method ?? null,
      uid: uid ?? null,
      subject,
      detail,
    }));
    return printRows(context, mails, ({ at, outcome, sender, method, uid, subject, detail }) => [
      at,
      outcome,
      sender,
      method,
      uid,
      subject,
      detail,
    ]);
  },
};
