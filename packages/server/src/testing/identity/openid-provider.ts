import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";

/** Who signs in at the provider, by their login. */
export type Directory = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Client {
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uris: readonly string[];
  readonly [name: string]: unknown;
}

/** The part of `oidc-provider` that is used: the package brings no types. */
interface ProviderClass {
  new (
    issuer: string,
    setting: object,
  ): {
    callback(): Parameters<typeof createServer>[1];
    on(event: string, listener: (...given: unknown[]) => void): void;
  };
}

export interface OpenidProvider {
  readonly issuer: string;
  /** Anybody may be added to it and changed at any time. */
  readonly people: Record<string, Record<string, unknown>>;
  readonly clients: Client[];
  /** Answers with other keys, and another memory, from now on, as after a change of keys. */
  changeKeys(): Promise<void>;
  stop(): Promise<void>;
}

async function key(kid: string): Promise<object> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" };
}

/** A real OpenID provider (the package `oidc-provider`) on loopback, at which everybody's password is anything. */
export async function startOpenidProvider(): Promise<OpenidProvider> {
  const module = (await import("oidc-provider" as string)) as { default: ProviderClass };
  const people: Record<string, Record<string, unknown>> = {};
  const clients: Client[] = [];
  let handle: Parameters<typeof createServer>[1];
  let keys = 0;
  const server: Server = createServer((request, response) => {
    const end = response.end.bind(response) as (...given: unknown[]) => typeof response;
    // Its pages ask another host for a typeface, which no browser of a test may.
    response.end = ((body?: unknown, ...rest: never[]) =>
      end(typeof body === "string" ? withoutImports(body) : body, ...rest)) as never;
    handle?.(request, response as never);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const changeKeys = async (): Promise<void> => {
    const jwk = await key(`key-${++keys}`);
    const provider = new module.default(issuer, {
      ...SETTING,
      clients,
      jwks: { keys: [jwk] },
      findAccount: (_: unknown, id: string) =>
        people[id] && { accountId: id, claims: async () => ({ sub: id, ...people[id] }) },
    });
    handle = provider.callback();
  };
  await changeKeys();
  return {
    issuer,
    people,
    clients,
    changeKeys,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** As long as it was. */
const withoutImports = (page: string): string =>
  page.replaceAll(/@import url\([^)]*\);/g, (text) => " ".repeat(text.length));

const SETTING = {
  cookies: { keys: ["test"] },
  claims: {
    openid: ["sub"],
    email: ["email", "email_verified"],
    profile: ["name"],
    groups: ["groups"],
  },
  scopes: ["openid", "email", "profile", "groups"],
  features: {
    devInteractions: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    backchannelLogout: { enabled: true },
  },
  // Everybody wants their account to be used.
  async loadExistingGrant(context: {
    oidc: {
      session: { accountId: string };
      client: { clientId: string };
      provider: {
        Grant: new (about: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
      };
    };
  }): Promise<unknown> {
    const { session, client, provider } = context.oidc;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope("openid email profile groups");
    await grant.save();
    return grant;
  },
  pkce: { required: () => true },
};

/** A browser at a provider: keeps its cookies and follows its redirects until one leads elsewhere. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  /** Goes there and signs in as somebody, if it is asked. @returns the address to which the provider sends it back */
  async signIn(url: string, login: string): Promise<string> {
    const { origin } = new URL(url);
    let next = url;
    let form: URLSearchParams | undefined;
    for (let steps = 0; steps < 12; steps++) {
      const answer = await this.#ask(next, form);
      form = undefined;
      const location = answer.headers.get("location");
      if (location !== null) {
        next = new URL(location, next).href;
        if (new URL(next).origin !== origin) return next;
        continue;
      }
      const page = await answer.text();
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`the provider says ${answer.status}: ${page.slice(0, 400)}`);
      next = new URL(action, next).href;
      form = new URLSearchParams({ prompt: "login", login, password: "x" });
    }
    throw new Error("the provider goes round in circles");
  }

  async #ask(url: string, form: URLSearchParams | undefined): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = form ? { method: "POST", body: form } : {};
    const answer = await fetch(url, { headers: { cookie }, redirect: "manual", ...body });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}
