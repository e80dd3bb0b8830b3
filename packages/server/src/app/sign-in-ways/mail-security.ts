import type { Principal } from "../../storage/records/people.ts";
import { mailWarning } from "../outbox/mail-warning.ts";
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
  | {
      readonly kind: "passkey-added" | "passkey-removed" | "identity-added" | "identity-removed";
      readonly name: string;
    }
  | { readonly kind: "recovery-used"; readonly left: number };

/** Tells somebody by mail what has changed in how they sign in, and what to do if it was not them. */
export const mailSecurity = (
  scope: Pick<WriteScope, "app" | "tx" | "now">,
  person: Principal,
  { kind, ...values }: SecurityNews,
): Promise<void> =>
  mailWarning(scope, person, SECURITY_MAIL, (words) => ({
    subject: words(`mail.security.${kind}.subject`),
    body: words(`mail.security.${kind}.body`, { left: 0, name: "", ...values }),
    notYou: words("mail.security.notYou"),
  }));
