import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import type { WriteScope } from "../scope.ts";

/** The purpose of such mails in the delivery log. */
const SECURITY_MAIL = "security";

/** What has changed in how somebody signs in. */
export type SecurityNews =
  | {
      readonly kind:
        | "second-step-on"
        | "second-step-off"
        | "second-step-taken"
        | "codes-made"
        | "password-removed";
    }
  | { readonly kind: "passkey-added" | "passkey-removed"; readonly name: string }
  | { readonly kind: "recovery-used"; readonly left: number };

/** Tells somebody by mail what has changed in how they sign in, and what to do if it was not them. */
export async function mailSecurity(
  scope: Pick<WriteScope, "app" | "tx" | "now">,
  { id, email, displayName, preferences }: Principal,
  { kind, ...values }: SecurityNews,
): Promise<void> {
  if (email === null) return;
  const language = preferences.language ?? "en-GB";
  const words = nodeMessages(language);
  const subject = words(`mail.security.${kind}.subject`);
  const { text, html } = mailBody([
    { kind: "heading", text: subject },
    { kind: "text", text: words(`mail.security.${kind}.body`, { left: 0, name: "", ...values }) },
    { kind: "text", text: words("mail.security.notYou") },
  ]);
  const occasion = { accountId: id, purpose: SECURITY_MAIL, key: scope.app.newId() };
  await queueMail(scope, occasion, {
    to: { email, ...(displayName !== "" && { name: displayName }) },
    language,
    subject,
    text,
    html,
  });
}
