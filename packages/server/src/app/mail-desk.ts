import type { MailSettings, MailTrial } from "@snart/calendar/jmap/mail.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Language } from "@snart/locales/language.ts";

/** How the mailbox was when it was looked into last, by this process. */
export interface MailboxState {
  /** null: not yet */
  readonly lookedAt: Instant | null;
  /** What kept it from being read, in the words of its server; null: nothing. */
  readonly problem: string | null;
}

export interface Addressee {
  readonly email: string;
  readonly name?: string;
}

/** Mail as the server is set up for it, for who administers it. */
export interface MailDesk {
  readonly settings: MailSettings;
  /** undefined: no mailbox is read */
  mailbox(): MailboxState | undefined;
  /** Holds a whole conversation with the mail server, now. Never throws. */
  tryOut(to: Addressee, language: Language): Promise<MailTrial>;
}
