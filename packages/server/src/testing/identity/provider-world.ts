import type { ProviderChange } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { saveProvider } from "../../app/identity/administer-providers.ts";
import { commandLineActor } from "../../app/actor.ts";
import { cookieOf, startTestServer, type TestServer, type TestServerOptions } from "../http-server.ts";

/** A server whose people sign in by a provider, and its browsers. */
export interface ProviderWorld {
  readonly server: TestServer;
  readonly providerId: string;
  /** Changes the provider's settings. */
  set(change: ProviderChange): Promise<void>;
  /** Sends a browser on its errand. @returns where it has to go, with the cookies that it has now */
  begin(
    errand?: string,
    cookie?: string,
    returnTo?: string,
  ): Promise<{ url: URL; cookie: string; answer: Response }>;
  /** The browser comes back to an address. */
  comeBack(address: string, cookie: string): Promise<Response>;
  /** The login of whoever is signed in. */
  whoIs(cookie: string): Promise<string | undefined>;
  call(cookie: string, method: string, args?: object): Promise<[string, Record<string, unknown>]>;
}

export async function startProviderWorld(
  issuer: string,
  options: TestServerOptions = {},
): Promise<ProviderWorld> {
  const server = await startTestServer(options);
  const set = async (change: ProviderChange): Promise<string> => {
    const saved = await saveProvider(server.app, commandLineActor(), change);
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
    return saved.value;
  };
  const providerId = await set({ name: "Björk & Sand", issuer, clientId: "snart", clientSecret: "secret" });
  const post = (path: string, body: object, cookie: string): Promise<Response> =>
    server.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const sessionOf = async (cookie: string) =>
    (await (await server.fetch("/auth/session", { headers: { cookie } })).json()) as {
      account: { id: string; login: string } | null;
    };
  return {
    server,
    providerId,
    set: async (change) => void (await set({ id: providerId, ...change })),
    async begin(errand = "sign-in", cookie = "", returnTo = "/soon") {
      const form = { errand, returnTo, language: "sv", timeZone: "Europe/Stockholm" };
      const answer = await post(`/auth/oidc/${providerId}/begin`, form, cookie);
      const { url = "http://refused/" } = (await answer.clone().json()) as { url?: string };
      return { url: new URL(url), cookie: joined(cookie, cookieOf(answer)), answer };
    },
    comeBack(address, cookie) {
      const { pathname, search } = new URL(address);
      return server.fetch(pathname + search, { headers: { cookie } });
    },
    whoIs: async (cookie) => (await sessionOf(cookie)).account?.login,
    async call(cookie, method, args = {}) {
      const accountId = (await sessionOf(cookie)).account?.id;
      const body = {
        using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
        methodCalls: [[method, { accountId, ...args }, "0"]],
      };
      const answer = (await (await post("/jmap/api", body, cookie)).json()) as {
        methodResponses: [[string, Record<string, unknown>]];
      };
      return answer.methodResponses[0];
    },
  };
}

/** The cookies of a browser that had some already; those that ended are gone. */
export function joined(before: string, set: string): string {
  const all = new Map<string, string>();
  for (const pair of [...before.split("; "), ...set.split("; ")]) {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    if (value === "") all.delete(name);
    else all.set(name, value);
  }
  return [...all].map(([name, value]) => `${name}=${value}`).join("; ");
}
