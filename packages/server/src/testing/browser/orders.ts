// What the browser tests and the process of their servers (`servers.ts`) say to each other. Types alone: the tests' code is checked
// for a browser, and the server's is not.

/** What a line of input asks for; `id` names the server. */
export type BrowserServerOrder =
  /**
   * `--empty` leaves out the household, `--at=ISO` sets the week it is around, `--clock` its clock too, `--clock=ISO` its clock to
   * another time; `--bookings=LANGUAGE` adds a housing association and an office of that language with what they book; `--office=N` has an office of N people who share with each other instead, and one more who does not yet;
   * `--upgraded-to=VERSION` is as after an upgrade to it;
   * `SNART_…` configures it
   */
  | { readonly start: readonly string[]; readonly id: number }
  /** moves its clock ahead by so many ms */
  | { readonly advance: number; readonly id: number }
  | { readonly stop: true; readonly id: number };

/** The line of output when a server is ready. */
export interface BrowserServerStarted {
  readonly id: number;
  readonly url: string;
  readonly setupToken: string | null;
  readonly password: string;
  /** ms that its clock is before that of this machine */
  readonly ahead: number;
}
