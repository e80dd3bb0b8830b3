/** Sends mail out of the server, including scheduling messages (iMIP, RFC 6047). Found at `App.outside`. */
export interface OutsideGateway {
  /**
   * Whether it can send there: mail is set up, and it may send to this address. Messages reach it through the outbox.
   */
  reaches(email: string): boolean;
  /** The domain in its Message-IDs (RFC 5322 §3.6.4). */
  readonly domain: string;
  /** The server's own address is unknown: its mail has no links, so nobody can be asked to follow one. */
  readonly isWithoutLinks?: boolean;
}

/** The kind of outbox messages that the gateway sends. */
export const OUTSIDE_MESSAGE = "scheduling-outside";
