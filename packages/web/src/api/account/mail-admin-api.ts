import type { MailTrial, ServerMail } from "@snart/calendar/jmap/mail.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** Returns how mail is set up on the server, and whether it works. */
export async function fetchMail(accountId: string): Asked<ServerMail> {
  const given = await jmap.callOne<{ readonly mail: ServerMail }>("Server/mail", { accountId });
  return given.ok ? ok(given.value.mail) : given;
}

/** Sends the administrator a test message now. */
export const testMail = (accountId: string): Asked<MailTrial> =>
  jmap.callOne<MailTrial>("Server/testMail", { accountId });

/** Tries to send the waiting messages at once. */
export const retryMail = (accountId: string, ids: readonly string[]): Asked<unknown> =>
  jmap.callOne("Server/retryMail", { accountId, ids });

/** Cancels waiting messages: the server sends them no more. */
export const giveUpMail = (accountId: string, ids: readonly string[]): Asked<unknown> =>
  jmap.callOne("Server/giveUpMail", { accountId, ids });
