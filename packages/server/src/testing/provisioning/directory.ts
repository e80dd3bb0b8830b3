import { commandLineActor } from "../../app/actor.ts";
import { createProvisioningToken, removeProvisioningToken } from "../../app/provisioning/tokens.ts";
import type { TestServer } from "../http-server.ts";

const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const CORE = "urn:ietf:params:scim:schemas:core:2.0:";

/** What a directory hears. */
export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  // Tests say what they expect of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** A directory of an organisation that keeps people and groups on a test server by SCIM. */
export interface Directory {
  readonly secret: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Heard>;
  /** @returns what is answered to a new user with this name as address */
  addUser(userName: string, fields?: object): Promise<Heard>;
  addGroup(displayName: string, fields?: object): Promise<Heard>;
  patch(path: string, ...operations: readonly object[]): Promise<Heard>;
  removeToken(): Promise<void>;
}

/** Makes a token as administrators do. @param providerId null: of no provider */
export async function openDirectory(
  server: TestServer,
  providerId: string | null = null,
  label = "Directory",
  mailsPeople = false,
): Promise<Directory> {
  const wish = { label, providerId, mailsPeople };
  const made = await createProvisioningToken(server.app, commandLineActor(), wish);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const { token, secret } = made.value;
  const call: Directory["call"] = async (method, path, body, headers = {}) => {
    const answer = await server.fetch(`/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
  return {
    secret,
    call,
    addUser: (userName, fields = {}) =>
      call("POST", "/Users", {
        schemas: [`${CORE}User`],
        userName,
        active: true,
        emails: [{ value: userName, type: "work", primary: true }],
        ...fields,
      }),
    addGroup: (displayName, fields = {}) =>
      call("POST", "/Groups", { schemas: [`${CORE}Group`], displayName, ...fields }),
    patch: (path, ...operations) => call("PATCH", path, { schemas: [PATCH_OP], Operations: operations }),
    async removeToken() {
      const done = await removeProvisioningToken(server.app, commandLineActor(), token.id);
      if (!done.ok) throw new Error(JSON.stringify(done.problem));
    },
  };
}
