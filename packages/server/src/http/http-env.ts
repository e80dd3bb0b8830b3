import type { HttpBindings } from "@hono/node-server";

/** What every handler behind the HTTP server finds in its Hono context. */
export interface HttpEnv {
  /** Node's own objects; absent when a test calls the app without a socket. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    /** Names this request in the answer, the log and error reports. */
    readonly requestId: string;
    /** The client's IP address, as far as it can be known. */
    readonly address: string;
    /** Whether pages of others may show this one inside of them: those that their keeper has said so of. */
    readonly isFrameable?: boolean;
  };
}
