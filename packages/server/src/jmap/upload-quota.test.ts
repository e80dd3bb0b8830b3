import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Answer, JmapClient } from "../testing/jmap-client.ts";
import { openTestJmap, type TestJmap } from "../testing/test-jmap.ts";

let jmap: TestJmap;
let elin: JmapClient;
beforeEach(async () => {
  jmap = await openTestJmap({ limits: { uploadQuota: 10_000 } });
  elin = await jmap.client("elin");
});
afterEach(() => jmap.close());

const held = (): Promise<number> => jmap.app.storage.read((tx) => tx.blobs.heldBy(elin.actor.principalId));
const text = (length: number): string => "x".repeat(length);

describe("uploads", () => {
  it("have room up to the account's quota, and are refused past it with a reason of its own", async () => {
    expect((await elin.upload(text(6_000))).status).toBe(201);
    const refused = await elin.upload(text(6_000));
    expect([refused.status, ((await refused.json()) as Answer).code]).toEqual([507, "upload-quota-full"]);
    expect(await held()).toBe(6_000);
    expect((await elin.upload(text(4_000))).status).toBe(201);
    const bo = await jmap.client("bo");
    expect((await bo.upload(text(6_000))).status, "another account has its own").toBe(201);
  });

  it("don't pass the quota together either", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => elin.upload(text(3_000))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await held()).toBe(9_000);
  });

  it("have room again when others have expired", async () => {
    await elin.upload(text(9_000));
    jmap.clock.advance(jmap.app.limits.uploadHours * 3_600_000 + 1);
    await jmap.app.storage.write((tx) => tx.blobs.removeExpired(jmap.app.now(), 99));
    expect((await elin.upload(text(9_000))).status).toBe(201);
  });

  it("are not written again by a copy into the same account", async () => {
    const { blobId } = (await (await elin.upload(text(6_000))).json()) as Answer;
    const answer = await elin.call("Blob/copy", { fromAccountId: elin.accountId, blobIds: [blobId] });
    expect(answer).toMatchObject({ copied: { [blobId]: blobId }, notCopied: null });
    expect(await held()).toBe(6_000);
  });
});
