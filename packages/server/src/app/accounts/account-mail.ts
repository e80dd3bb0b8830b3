import type { Messages } from "@snart/locales/keys.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Limits } from "../limits.ts";
import { mailBody } from "../outbox/mail-body.ts";
import { mailWarning } from "../outbox/mail-warning.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import type { WriteScope } from "../scope.ts";
import { linkPath, type IssuedLink } from "./account-links.ts";

/** The purpose of mails with such links in the delivery log. */
export const LINK_MAIL = "account";

/** The purpose of mails that tell of a new address. */
const ADDRESS_MAIL = "address";

/**
 * Mails a link to its person, in their language; an invitation in both languages, because nobody knows theirs yet, the
 * one that the inviter chose first.
 * @param origin the address of the server
 * @param by the inviter; undefined: the person asked for it
 * @param goesOnTo the path that the page of the link leads on to; undefined: the calendar
 * @returns whether the server sends mail to that address at all
 */
export async function mailLink(
  scope: Pick<WriteScope, "app" | "tx" | "now">,
  origin: string,
  to: Principal,
  issued: IssuedLink,
  by: Principal | undefined,
  goesOnTo?: string,
): Promise<boolean> {
  if (to.email === null) return false;
  const language = to.preferences.language ?? by?.preferences.language ?? "en-GB";
  const other = language === "sv" ? ("en-GB" as const) : ("sv" as const);
  const languages = issued.kind === "invitation" ? ([language, other] as const) : ([language] as const);
  const name = by?.displayName ?? "Snart";
  // Each link has a mail of its own, also when two are made at the same instant.
  const occasion = { accountId: (by ?? to).id, purpose: LINK_MAIL, key: scope.app.newId() };
  return mailWithLink(scope, occasion, {
    to,
    languages,
    url: `${origin}${linkPath(issued)}${goesOnTo === undefined ? "" : `?to=${encodeURIComponent(goesOnTo)}`}`,
    wordsIn: (words) => wordsOf(issued.kind, words, name, scope.app.limits),
  });
}

/** What a mail with a link says. */
export interface LinkWords {
  readonly subject: string;
  readonly body: string;
  /** of the link */
  readonly link: string;
  readonly last: string;
}

interface LinkMail {
  readonly to: Principal;
  readonly languages: readonly [Language, ...Language[]];
  readonly url: string;
  readonly wordsIn: (words: Messages) => LinkWords;
}

/**
 * Mails somebody a link, in each of these languages.
 * @returns whether the server sends mail to that address at all
 */
export async function mailWithLink(
  scope: Pick<WriteScope, "app" | "tx" | "now">,
  occasion: Parameters<typeof queueMail>[1],
  { to, languages, url, wordsIn }: LinkMail,
): Promise<boolean> {
  if (to.email === null) return false;
  const said = languages.map((one) => wordsIn(nodeMessages(one)));
  const subject = said.map((words) => words.subject).join(" · ");
  const { text, html } = mailBody(
    said.flatMap(({ subject: heading, body, link, last }) => [
      { kind: "heading" as const, text: heading },
      { kind: "text" as const, text: body },
      { kind: "links" as const, links: [{ label: link, url }] },
      { kind: "text" as const, text: last },
    ]),
  );
  const queued = await queueMail(scope, occasion, {
    to: { email: to.email, ...(to.displayName !== "" && { name: to.displayName }) },
    language: languages[0],
    subject,
    text,
    html,
  });
  return queued !== "no-mail";
}

/** Tells whoever reads the former address that another has taken its place, and what to do if they did not want that. */
export const mailNewAddress = (
  scope: Pick<WriteScope, "app" | "tx" | "now">,
  former: Principal,
  newEmail: string,
): Promise<void> =>
  mailWarning(scope, former, ADDRESS_MAIL, (words) => ({
    subject: words("mail.account.moved.subject"),
    body: words("mail.account.moved.body", { email: newEmail }),
    notYou: words("mail.account.moved.notYou"),
  }));

function wordsOf(
  kind: IssuedLink["kind"],
  words: Messages,
  name: string,
  { inviteDays, resetHours, accountGraceDays }: Limits,
): LinkWords {
  const last = words("mail.account.ignore");
  if (kind === "invitation")
    return {
      subject: words("mail.account.invite.subject", { name }),
      body: words("mail.account.invite.body", { name, days: inviteDays }),
      link: words("mail.account.invite.link"),
      last,
    };
  if (kind === "restore")
    return {
      subject: words("mail.account.closed.subject"),
      body: words("mail.account.closed.body", { days: accountGraceDays }),
      link: words("mail.account.closed.link"),
      last: words("mail.account.closed.notYou"),
    };
  if (kind === "address")
    return {
      subject: words("mail.account.address.subject"),
      body: words("mail.account.address.body", { hours: resetHours }),
      link: words("mail.account.address.link"),
      last,
    };
  return {
    subject: words("mail.account.reset.subject"),
    body: words("mail.account.reset.body", { hours: resetHours }),
    link: words("mail.account.reset.link"),
    last,
  };
}
