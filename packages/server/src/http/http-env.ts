import type { HttpBindings } from "@hono/node-server";
import type { Visit } from "./guards.ts";

/** What every handler behind the HTTP server finds in its Hono context. */
export interface HttpEnv {
  /** Node's own objects; absent when a test calls the app without a socket. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    readonly visit: Visit;
    /** The client's IP address, as far as it can be known. */
    readonly address: string;
    /** Whether pages of others may show this one inside of them: those that their keeper has said so of. */
    readonly isFrameable?: boolean;
  };
}
