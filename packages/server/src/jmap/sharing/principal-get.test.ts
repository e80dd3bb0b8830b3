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
            mayGetAvailability: true,
            mayShareWith: false,
            calendarAddress: "mailto:elin@example.com",
          },
        },
        accounts: null,
      },
    ]);
  });

  it("gives who shares anything with one, and tells no account where only busy times are shared", async () => {
    const nils = await jmap.client("nils");
    const [calendar] = await nils.calendars();
    const share = (level: "freeBusy" | "read") =>
      jmap.app.storage.write((tx) =>
        tx.calendars.setShare({ calendarId: calendar.id, principalId: elin.actor.principalId, level }),
      );
    const accountOfNils = async () => {
      const { list } = await elin.call("Principal/get", { ids: [nils.accountId] });
      return list[0].capabilities["urn:ietf:params:jmap:calendars"];
    };
    await share("freeBusy");
    expect(await accountOfNils()).toEqual({
      accountId: null,
      mayGetAvailability: true,
      mayShareWith: false,
      calendarAddress: "mailto:nils@example.com",
    });
    await share("read");
    expect(await accountOfNils()).toMatchObject({ accountId: nils.accountId });
    // sharing with somebody shows the other nothing of that person
    expect((await nils.call("Principal/get", { ids: [elin.accountId] })).notFound).toEqual([elin.accountId]);
  });

  it("gives nobody else", async () => {
    const nils = await jmap.client("nils");
    expect((await elin.call("Principal/get", { ids: [nils.accountId] })).notFound).toEqual([nils.accountId]);
    expect((await elin.call("Principal/get", { ids: null })).list).toHaveLength(1);
  });
});
