import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Language } from "@snart/locales/language.ts";

/** A mail server as it is set up, without what signs in to it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the beginning. */
  readonly isSecure: boolean;
  readonly signsIn: boolean;
}

export interface MailSettings {
  /** The server that mail goes out by; null: none is sent. */
  readonly server: MailServer | null;
  readonly from: string | null;
  readonly replies: string | null;
  /** The mailbox that is read; null: none is. */
  readonly mailbox: (MailServer & { readonly folder: string }) | null;
  readonly doneFolder: string | null;
  readonly authServer: string | null;
}

/** How the mailbox was when it was looked into last, by this process. */
export interface MailboxState {
  /** null: not yet */
  readonly lookedAt: Instant | null;
  /** What kept it from being read, in the words of its server; null: nothing. */
  readonly problem: string | null;
}

/** What became of a test message, and what the mail server said; each in plain words of its own in the catalogue. */
export interface MailTrial {
  readonly outcome: "taken" | "refused" | "not-let-in" | "unreachable" | "not-trusted" | "failed";
  readonly said: string;
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
