import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { openTestJmap } from "../../testing/test-jmap.ts";
import type { TestJmap } from "../../testing/test-jmap.ts";

let jmap: TestJmap;
let elin: JmapClient;
beforeEach(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
});
afterEach(() => jmap.close());

describe("Principal/get", () => {
  it("gives oneself, with the address by which one is invited", async () => {
    const { accountCapabilities } = (await elin.session()).accounts[elin.accountId];
    const id = accountCapabilities["urn:ietf:params:jmap:principals"].currentUserPrincipalId;
    const answer = await elin.call("Principal/get", { ids: [id] });
    expect(answer.list).toEqual([
      {
        id,
        type: "individual",
        name: "elin",
        description: null,
        email: "elin@example.com",
        timeZone: "Europe/Stockholm",
        capabilities: {
          "urn:ietf:params:jmap:calendars": {
            accountId: elin.accountId,
            mayGetAvailability: false,
            mayShareWith: false,
            calendarAddress: "mailto:elin@example.com",
          },
        },
        accounts: null,
      },
    ]);
  });

  it("gives nobody else so far", async () => {
    const nils = await jmap.client("nils");
    expect((await elin.call("Principal/get", { ids: [nils.accountId] })).notFound).toEqual([nils.accountId]);
    expect((await elin.call("Principal/get", { ids: null })).list).toHaveLength(1);
  });
});
