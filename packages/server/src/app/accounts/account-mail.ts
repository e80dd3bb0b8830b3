import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mailBody } from "../mail/mail-body.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { WriteScope } from "../scope.ts";
import { linkPath } from "./account-links.ts";
import type { IssuedLink } from "./account-links.ts";

/**
 * Mails a link to whom it is for, in the person's language.
 * @param origin where people reach the server
 * @param by who invites; undefined: the person asked for it
 * @returns whether the server sends mail to that address at all
 */
export async function mailLink(
  scope: Pick<WriteScope, "app" | "tx" | "now">,
  origin: string,
  to: Principal,
  issued: IssuedLink,
  by: Principal | undefined,
): Promise<boolean> {
  if (to.email === null) return false;
  const language = to.preferences.language ?? by?.preferences.language ?? "en-GB";
  const words = nodeMessages(language);
  const name = by?.displayName ?? "Snart";
  const url = `${origin}${linkPath(issued)}`;
  const days = scope.app.limits.inviteDays;
  const hours = scope.app.limits.resetHours;
  const isInvitation = issued.kind === "invitation";
  const subject = isInvitation
    ? words("mail.account.invite.subject", { name })
    : words("mail.account.reset.subject");
  const { text, html } = mailBody([
    { kind: "heading", text: subject },
    {
      kind: "text",
      text: isInvitation
        ? words("mail.account.invite.body", { name, days })
        : words("mail.account.reset.body", { hours }),
    },
    {
      kind: "links",
      links: [{ label: words(isInvitation ? "mail.account.invite.link" : "mail.account.reset.link"), url }],
    },
    { kind: "text", text: words("mail.account.ignore") },
  ]);
  // Each link is a mail of its own, also when two are made in one instant.
  const occasion = { accountId: (by ?? to).id, purpose: "account", key: scope.app.newId() };
  const queued = await queueMail(scope, occasion, {
    to: { email: to.email, ...(to.displayName !== "" && { name: to.displayName }) },
    language,
    subject,
    text,
    html,
  });
  return queued !== "no-mail";
}
