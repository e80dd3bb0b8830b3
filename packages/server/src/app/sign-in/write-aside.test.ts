import { afterAll, beforeAll, expect, it } from "vitest";
import { answerDav } from "../../front-ends.ts";
import { openTestApp, passwordOf, type TestApp } from "../../testing/test-app.ts";
import { writeAside } from "./write-aside.ts";

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await test.person("elin");
});
afterAll(() => test.close());

it("a request that reads does not wait until its use has been recorded", async () => {
  const { storage } = test.app;
  const held = Promise.withResolvers<void>();
  let writes = 0;
  const write: typeof storage.write = async (work) => {
    writes++;
    await held.promise;
    return storage.write(work);
  };
  const slow = Object.assign(Object.create(storage) as typeof storage, { write });
  const answer = answerDav({ ...test.app, storage: slow }, { publicUrl: null });
  const headers = new Headers({ authorization: `Basic ${btoa(`elin:${passwordOf("elin")}`)}`, depth: "0" });
  const request = {
    method: "PROPFIND",
    url: "http://snart.test/dav/calendars/elin/",
    headers,
    readBytes: async () => new Uint8Array(),
  };
  const ask = async () => expect((await answer(request, { address: "192.0.2.1" })).status).toBe(207);
  await ask();
  const notes = writes;
  expect(notes).toBeGreaterThan(0);
  for (let n = 0; n < 3; n++) await ask();
  // While the first notes wait, there are no others.
  expect(writes).toBe(notes);
  held.resolve();
});

it("a note that fails disturbs nobody, and the next one is written", async () => {
  writeAside(test.app, "k", () => Promise.reject(new Error("full")));
  await test.app.storage.write(async () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  let isWritten = false;
  writeAside(test.app, "k", async () => void (isWritten = true));
  await test.app.storage.write(async () => undefined);
  expect(isWritten).toBe(true);
});
