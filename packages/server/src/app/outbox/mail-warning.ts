import type { Messages } from "@snart/locales/keys.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { WriteScope } from "../scope.ts";
import { mailBody } from "./mail-body.ts";
import { queueMail } from "./queue-mail.ts";

/** What a warning says, in somebody's language. */
interface Warning {
  readonly subject: string;
  readonly body: string;
  /** what to do if it was not them */
  readonly notYou: string;
}

/**
 * Tells somebody by mail what has changed in their account, at the address that they have in `to`; nobody without an address.
 * @param purpose of the mail in the delivery log
 */
export async function mailWarning(
  scope: Pick<WriteScope, "app" | "tx" | "now">,
  { id, email, displayName, preferences }: Principal,
  purpose: string,
  warningIn: (words: Messages) => Warning,
): Promise<void> {
  if (email === null) return;
  const language = preferences.language ?? "en-GB";
  const { subject, body, notYou } = warningIn(nodeMessages(language));
  const { text, html } = mailBody([
    { kind: "heading", text: subject },
    { kind: "text", text: body },
    { kind: "text", text: notYou },
  ]);
  await queueMail(
    scope,
    { accountId: id, purpose, key: scope.app.newId() },
    { to: { email, ...(displayName !== "" && { name: displayName }) }, language, subject, text, html },
  );
}
