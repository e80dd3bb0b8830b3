import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { examineAttachments } from "./examine-attachments.ts";

let opened: TestApp;
beforeEach(async () => void (opened = await openTestApp()));
afterEach(() => opened.close());

test("every attached file is compared with its hash; a damaged one is named", async () => {
  const { principalId } = await opened.person("elin");
  const bytes = new Uint8Array(600_000).fill(7);
  const hash = createHash("sha256").update(bytes).digest("base64url");
  const keep = (id: string, under: string) =>
    opened.app.storage.write((tx) =>
      tx.attachments.insert(
        {
          id,
          accountId: principalId,
          hash: under,
          type: "text/plain",
          filename: "a",
          size: bytes.byteLength,
          createdAt: 1,
          createdBy: principalId,
        },
        bytes,
      ),
    );
  const said: string[] = [];
  const examine = () => examineAttachments(opened.app, (what) => said.push(what));
  expect(await examine()).toEqual({ contents: 0, bytes: 0, wrong: 0 });
  await keep("one", hash);
  await keep("two", hash);
  expect([await examine(), said]).toEqual([{ contents: 1, bytes: 600_000, wrong: 0 }, []]);
  await keep("three", "not-its-hash");
  expect(await examine()).toEqual({ contents: 2, bytes: 1_200_000, wrong: 1 });
  expect(said).toEqual([expect.stringContaining("not-its-hash")]);
});
