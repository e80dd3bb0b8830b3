import { textValue } from "@snart/calendar/icalendar/text.ts";
import { isLanguage, type Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { noticeOf, recordNotice, type NoticeFacts } from "../app/sign-up/record-notice.ts";
import type { SignUpNotice } from "../app/places/notify-of-places.ts";
import { whenText } from "../app/when-text.ts";

/**
 * Sends notices about sign-up places from the outbox: to the open app, and by mail if it is set up. They give the
 * state at the time of sending: people who have left meanwhile hear nothing of a place.
 * @param origin the address of the server; null: unknown, and mail has no links
 */
export const signUpNoticeSender =
  (origin: string | null) =>
  async (app: App, payload: unknown): Promise<void> => {
    const notice = payload as SignUpNotice;
    const facts = await noticeOf(app, notice);
    if (!facts) return;
    const language = languageOf(facts);
    await recordNotice(app, notice, facts, { language, ...wordsOf(facts, notice, origin, language) });
  };

function languageOf({ person, language, owner }: NoticeFacts): Language {
  const wanted = person?.preferences.language ?? language;
  return isLanguage(wanted) ? wanted : (owner.preferences.language ?? "en-GB");
}

function wordsOf(
  { spot, entry, person, ownPath, eventPath }: NoticeFacts,
  { news }: SignUpNotice,
  origin: string | null,
  language: Language,
) {
  const words = nodeMessages(language);
  const title = textValue(spot.component, "SUMMARY")?.replace(/\s+/g, " ").trim() || words("mail.untitled");
  const subject = words(`mail.signUp.${news}.subject`, { title });
  const where = textValue(spot.component, "LOCATION")?.trim();
  const rows: [string, string][] = [
    [words("mail.when"), whenText(spot.object, spot.component, language, person?.preferences.clock)],
    ...(where ? [[words("mail.where"), where] as [string, string]] : []),
  ];
  const link = ownPath
    ? { label: words("mail.signUp.change"), url: `${origin}${ownPath}` }
    : { label: words("mail.open"), url: `${origin}${eventPath}` };
  const blocks: MailBlock[] = [
    { kind: "heading", text: title },
    { kind: "text", text: words(`mail.signUp.${news}.body`, { position: entry.position ?? 1 }) },
    { kind: "facts", rows },
    ...(origin === null || (!ownPath && !eventPath) ? [] : [{ kind: "links", links: [link] } as const]),
  ];
  return { subject, ...mailBody(blocks) };
}
