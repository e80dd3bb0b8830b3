/** What carries mail out of the server, scheduling messages among it (iMIP, RFC 6047). Its place is `App.outside`. */
export interface OutsideGateway {
  /** Whether it may try: mail is set up, and this is an address it sends to. What it is asked to send goes through the outbox. */
  reaches(email: string): boolean;
  /** The domain that its messages are named in (RFC 5322 §3.6.4). */
  readonly domain: string;
}

/** The kind of outbox messages that the gateway sends. */
export const OUTSIDE_MESSAGE = "scheduling-outside";
