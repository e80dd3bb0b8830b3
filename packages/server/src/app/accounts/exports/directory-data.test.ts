import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/http-server.ts";
import { openDirectory, type Directory } from "../../../testing/provisioning/directory.ts";
import { mintActor } from "../../actor.ts";
import type { PrincipalId } from "../../types.ts";
import { exportAccount } from "./export-account.ts";

let server: TestServer;
let directory: Directory;
beforeEach(async () => {
  server = await startTestServer();
  directory = await openDirectory(server);
});
afterEach(() => server.stop());

/** What an export of somebody says that a directory keeps of them. */
async function exported(id: string): Promise<unknown> {
  const principalId = id as PrincipalId;
  const actor = mintActor({ principalId, login: "maja", isAdmin: false, via: "password", proof: "" });
  const given = await exportAccount(server.app, actor);
  if (!given.ok) throw new Error(given.problem.code);
  let found: unknown;
  for await (const { name, content } of given.value.files) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    if (name === "profile.json") found = JSON.parse(Buffer.concat(pieces).toString()).directory;
  }
  given.value.end();
  return found;
}

it("gives a person what a directory has said of them, also after it has taken them out, and nothing to others", async () => {
  const name = { givenName: "Maja", familyName: "Ek" };
  const { body } = await directory.addUser("maja@example.org", { externalId: "00u1", name });
  const elin = await server.addUser("elin@example.com", "lång nog för alla");
  const said = {
    externalId: "00u1",
    isActive: true,
    isTakenOut: false,
    email: "maja@example.org",
    said: { userName: "maja@example.org", name },
  };
  expect(await exported(body.id)).toMatchObject(said);
  expect(await exported(elin.id)).toBeNull();
  expect((await directory.call("DELETE", `/Users/${body.id}`)).status).toBe(204);
  expect(await exported(body.id)).toMatchObject({ ...said, isActive: false, isTakenOut: true });
});
