import type { MailSettings, MailTrial } from "@snart/calendar/jmap/mail.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Language } from "@snart/locales/language.ts";

/** The state of the mailbox when this process last looked. */
export interface MailboxState {
  /** null: not yet */
  readonly lookedAt: Instant | null;
  /** The problem of reading it, in the words of its server; null: none. */
  readonly problem: string | null;
}

interface Addressee {
  readonly email: string;
  readonly name?: string;
}

/** Mail as the server is set up for it, for who administers it. */
export interface MailAdministration {
  readonly settings: MailSettings;
  /** undefined: no mailbox is configured */
  mailbox(): MailboxState | undefined;
  /** Runs a whole conversation with the mail server, now. Never throws. */
  tryOut(to: Addressee, language: Language): Promise<MailTrial>;
}
