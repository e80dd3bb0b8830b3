import type { Messages } from "@snart/locales/keys.ts";
import type { Principal } from "../../storage/records/people.ts";
import { issueFirstPasswordLink, linkPath } from "../accounts/account-links.ts";
import { LINK_MAIL, mailWithLink, type LinkWords } from "../accounts/account-mail.ts";
import type { DirectoryWork } from "./directory.ts";

/**
 * Tells a person by mail of the account that their directory has made, if the administrator wants that of its token: where they sign in by
 * their provider, or the link by which they choose a password. It speaks their language if the directory has said it, else both.
 */
export async function mailNewPerson(work: DirectoryWork, person: Principal): Promise<void> {
  const { app, tx, token, provider, origin } = work;
  if (!token.mailsPeople || person.email === null || app.outside?.reaches(person.email) !== true) return;
  const { language } = person.preferences;
  const languages = language === undefined ? (["en-GB", "sv"] as const) : ([language] as const);
  // Of one account there is one such mail, whatever its directory does with it later.
  const occasion = { accountId: person.id, purpose: LINK_MAIL, key: `directory ${person.id}` };
  const isByProvider = provider?.isOn === true;
  const url = isByProvider
    ? `${origin}/`
    : `${origin}${linkPath(await issueFirstPasswordLink(app, tx, person.id))}`;
  const words = isByProvider ? byProvider(provider.name) : byPassword(app.limits.inviteDays);
  await mailWithLink({ app, tx, now: app.now() }, occasion, { to: person, languages, url, wordsIn: words });
}

const byProvider =
  (provider: string) =>
  (words: Messages): LinkWords => ({
    subject: words("mail.account.made.subject"),
    body: words("mail.account.made.byProvider", { provider }),
    link: words("mail.account.made.signIn"),
    last: words("mail.account.ignore"),
  });

const byPassword =
  (days: number) =>
  (words: Messages): LinkWords => ({
    subject: words("mail.account.made.subject"),
    body: words("mail.account.made.byPassword", { days, forgot: words("signIn.forgot") }),
    link: words("mail.account.made.password"),
    last: words("mail.account.ignore"),
  });
