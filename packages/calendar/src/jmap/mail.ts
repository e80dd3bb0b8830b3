import type { UTCDateTime } from "../jscalendar/types.ts";

/** What became of one mail to a guest (urn:snart:jmap). */
export interface MailDeliveryRecord {
  readonly id: string;
  readonly eventId: string | null;
  readonly recipient: string;
  /** iTIP method in upper case; null: no scheduling message */
  readonly method: string | null;
  readonly state: DeliveryState;
  /** what the other side said, when it did not go well */
  readonly detail: string | null;
  readonly createdAt: UTCDateTime;
  readonly updatedAt: UTCDateTime;
}
export type DeliveryState = "queued" | "sent" | "answered" | "bounced" | "failed";

/** Another time that a guest proposes (urn:snart:jmap). */
export interface ProposalRecord {
  readonly id: string;
  readonly eventId: string;
  readonly proposerAddress: string;
  readonly proposerName: string | null;
  readonly recurrenceId: string | null;
  /** to take it over moves every event of a series */
  readonly movesSeries: boolean;
  readonly utcStart: UTCDateTime;
  readonly utcEnd: UTCDateTime;
  readonly isAllDay: boolean;
  readonly note: string | null;
  readonly receivedAt: UTCDateTime;
}

/** A scheduling message by mail that waits for a decision: nobody proved who sent it (urn:snart:jmap). */
export interface HeldMailRecord {
  readonly id: string;
  /** the event here that it is about; null: none yet */
  readonly eventId: string | null;
  /** the address in its From */
  readonly sender: string;
  /** the organizer or guest for whom it speaks; null: nobody */
  readonly speaksFor: string | null;
  /** iTIP method in upper case */
  readonly method: string;
  readonly title: string;
  /** the answer, in a reply: `accepted`, `tentative`, `declined`…; null: none */
  readonly answer: string | null;
  readonly utcStart: UTCDateTime | null;
  readonly utcEnd: UTCDateTime | null;
  readonly isAllDay: boolean;
  readonly receivedAt: UTCDateTime;
}

/** How mail is set up on the server, and how it does (`Server/mail`). */
export interface ServerMail {
  readonly settings: MailSettings | null;
  readonly mailbox: MailboxRecord | null;
  /** oldest first */
  readonly waiting: readonly WaitingMailRecord[];
  /** what could not be sent or came back, latest first */
  readonly failed: readonly SentMailRecord[];
  /** newest first */
  readonly received: readonly ReceivedMailRecord[];
  /** who has caused mails to others in the last 24 hours, the most first */
  readonly causes: readonly { readonly login: string; readonly name: string; readonly count: number }[];
  /** how many each person may cause in that time */
  readonly mailsPerDay: number;
}

/** A mail server as it is set up, without what signs in to it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the beginning */
  readonly isSecure: boolean;
  readonly signsIn: boolean;
}

export interface MailSettings {
  /** the server that mail goes out by; null: none is sent */
  readonly server: MailServer | null;
  readonly from: string | null;
  readonly replies: string | null;
  /** the mailbox that is read; null: none is */
  readonly mailbox: (MailServer & { readonly folder: string }) | null;
  readonly doneFolder: string | null;
  readonly authServer: string | null;
}

/** How the mailbox was when it was looked into last. */
export interface MailboxRecord {
  /** null: not yet */
  readonly lookedAt: UTCDateTime | null;
  /** what kept it from being read, in the words of its server; null: nothing */
  readonly problem: string | null;
}

export interface SentMailRecord {
  readonly id: string;
  readonly recipient: string;
  /** what it is for: `invitation`, or as its sender names it */
  readonly purpose: string;
  readonly state: DeliveryState;
  readonly detail: string | null;
  readonly createdAt: UTCDateTime;
  readonly updatedAt: UTCDateTime;
}
export interface WaitingMailRecord extends SentMailRecord {
  readonly attempts: number;
  /** when it is tried next */
  readonly nextAt: UTCDateTime;
  readonly lastError: string | null;
}
export interface ReceivedMailRecord {
  readonly at: UTCDateTime;
  readonly sender: string;
  readonly subject: string;
  readonly method: string | null;
  readonly outcome: string;
  readonly detail: string;
}

/** What became of a test message (`Server/testMail`), and what the mail server said. */
export interface MailTrial {
  readonly outcome: "taken" | "refused" | "not-let-in" | "unreachable" | "not-trusted" | "failed";
  readonly said: string;
}
