import type { HttpBindings } from "@hono/node-server";
import type { Visit } from "./guards.ts";

/** The variables that every handler finds in its Hono context. */
export interface HttpEnv {
  /** Node's own objects; absent when a test calls the app without a socket. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    readonly visit: Visit;
    /** The client's IP address, as far as it can be known. */
    readonly address: string;
    /** Whether other sites may embed this page, if its administrator has allowed them. */
    readonly isFrameable?: boolean;
    /** Whether it is a file of the web app. */
    readonly isFile?: boolean;
  };
}
