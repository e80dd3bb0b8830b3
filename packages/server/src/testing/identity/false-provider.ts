import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from "jose";

/** How the answers of a provider differ from right ones. */
export interface Lies {
  /** Claims in place of the right ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: "none" | "HS256";
  /** Signed by a key that the provider does not have, under its name. */
  readonly isForged?: boolean;
  /** Answered in place of tokens. */
  readonly status?: number;
  /** The header of a token that says somebody has signed out. */
  readonly typ?: string;
}

export interface FalseProvider {
  readonly issuer: string;
  /** How the next token is. */
  lies: Lies;
  /** What it was asked to exchange, the latest last. */
  readonly exchanged: URLSearchParams[];
  /** How often its keys were fetched. */
  keysFetched: number;
  /** Its word that somebody has signed out. */
  word(claims: Readonly<Record<string, unknown>>, lies?: Lies): Promise<string>;
  stop(): Promise<void>;
}

/** A provider of our own that says whatever a test wants; where it sends people and whom it knows, nobody asks. */
export async function startFalseProvider(): Promise<FalseProvider> {
  const own = await generateKeyPair("RS256", { extractable: true });
  const strange = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  const said: FalseProvider = {
    issuer: "",
    lies: {},
    exchanged: [],
    keysFetched: 0,
    word: (claims, lies = {}) =>
      sign({ ...claims, ...lies.claims }, lies, [own.privateKey, strange.privateKey]),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
  const answer = async (path: string, body: string): Promise<[number, object]> => {
    const { issuer } = said;
    if (path === "/.well-known/openid-configuration") return [200, metadata(issuer)];
    if (path === "/keys") {
      said.keysFetched++;
      return [200, { keys: [jwk] }];
    }
    if (said.lies.status !== undefined) return [said.lies.status, { error: "server_error" }];
    const form = new URLSearchParams(body);
    said.exchanged.push(form);
    const [nonce = ""] = (form.get("code") ?? "").split(" ");
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer, sub: "maja", aud: "snart", iat: now, exp: now + 300, nonce, name: "Maja" };
    const idToken = await sign({ ...claims, ...said.lies.claims }, said.lies, [
      own.privateKey,
      strange.privateKey,
    ]);
    return [200, { access_token: "a", token_type: "Bearer", id_token: idToken }];
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      void answer(request.url ?? "", Buffer.concat(parts).toString()).then(([status, json]) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(json));
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return Object.assign(said, { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  id_token_signing_alg_values_supported: ["RS256", "none", "HS256"],
  authorization_response_iss_parameter_supported: true,
});

function sign(
  claims: Readonly<Record<string, unknown>>,
  { alg, isForged = false, typ }: Lies,
  [own, strange]: readonly [CryptoKey, CryptoKey],
): Promise<string> {
  const payload = JSON.parse(JSON.stringify(claims)) as JWTPayload;
  if (alg === "none") return Promise.resolve(new UnsecuredJWT(payload).encode());
  if (alg === "HS256")
    return new SignJWT(payload)
      .setProtectedHeader({ alg })
      .sign(new TextEncoder().encode("secret".repeat(8)));
  const header = { alg: "RS256", kid: "own", ...(typ !== undefined && { typ }) };
  return new SignJWT(payload).setProtectedHeader(header).sign(isForged ? strange : own);
}
