import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Storage } from "../storage/port.ts";
import type { FeedFetcher } from "./feed-fetcher.ts";
import type { Limits } from "./limits.ts";
import type { MailDesk } from "./mail-desk.ts";
import type { OutsideGateway } from "./outside-gateway.ts";

/** What every use case is given: storage and the few outside things it may ask for, each a plain function. */
export interface App {
  readonly storage: Storage;
  readonly limits: Limits;
  readonly now: () => Instant;
  /** A new UUIDv7: sorts by time of making. */
  readonly newId: () => string;
  /** A new secret of `bytes` random bytes, base64url. */
  readonly newSecret: (bytes: number) => string;
  readonly passwords: PasswordHasher;
  readonly attempts: AttemptLimiter;
  /** Counts what people without an account answer by links. */
  readonly guestAnswers: AttemptLimiter;
  /** Requests for a new password by who is not signed in. */
  readonly resetRequests: AttemptLimiter;
  /** PRODID of what Snart itself writes (RFC 5545 §3.7.3). */
  readonly prodId: string;
  /** What carries scheduling messages to people without an account; absent: nothing does. */
  readonly outside?: OutsideGateway;
  /** How mail is set up and does, for who administers the server; absent: nothing is known of it. */
  readonly mailDesk?: MailDesk;
  /** What fetches the feeds that calendars follow; absent: none are followed. */
  readonly fetchFeed?: FeedFetcher;
  /** Told that there is something to be sent, so that whoever sends need not wait. Called before the commit. */
  readonly outboxFilled?: () => void;
}

/** One-way password storage (argon2id in production). */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Counts failures per key; a key that has used up its points is refused until the window ends. */
export interface AttemptLimiter {
  /** @returns seconds to wait, or 0 when another attempt is allowed */
  blockedFor(key: string): Promise<number>;
  /**
   * Takes one point, unless the same guess has already taken one in this window.
   * @param guess a one-way form of what was tried
   * @returns points left
   */
  fail(key: string, guess: string): Promise<number>;
  succeed(key: string): Promise<void>;
}
