import { describe, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { setAudience } from "../../testing/set-audience.ts";

const { jmap, elin } = eachWithJmap(["elin"]);

describe("Principal/get", () => {
  it("gives the person themselves, with the address for invitations", async () => {
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
        accounts: { [elin.accountId]: expect.objectContaining({ isPersonal: true }) },
      },
    ]);
  });

  it("gives people who share something, with their account", async () => {
    await setAudience(jmap.app, "nobody");
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
      accountId: nils.accountId,
      mayGetAvailability: true,
      mayShareWith: true,
      calendarAddress: "mailto:nils@example.com",
    });
    await share("read");
    expect(await accountOfNils()).toMatchObject({ accountId: nils.accountId });
    // sharing with somebody does not show the other one's own calendars
    const { list } = await nils.call("Principal/get", { ids: [elin.accountId] });
    expect(list[0].capabilities["urn:ietf:params:jmap:calendars"]).toMatchObject({
      accountId: null,
      mayGetAvailability: false,
    });
  });

  it("gives people with whom one could share, without an account", async () => {
    const nils = await jmap.client("nils");
    const { list } = await elin.call("Principal/get", { ids: [nils.accountId] });
    expect(list).toEqual([
      {
        id: nils.accountId,
        type: "individual",
        name: "nils",
        description: null,
        email: "nils@example.com",
        timeZone: "Europe/Stockholm",
        capabilities: {
          "urn:ietf:params:jmap:calendars": {
            accountId: null,
            mayGetAvailability: true,
            mayShareWith: true,
            calendarAddress: "mailto:nils@example.com",
          },
        },
        accounts: null,
      },
    ]);
  });

  it("does not find inactive people", async () => {
    const nils = await jmap.client("nils");
    await jmap.app.storage.write((tx) =>
      tx.principals.update(nils.actor.principalId, { status: "suspended" }),
    );
    expect((await elin.call("Principal/get", { ids: [nils.accountId] })).notFound).toEqual([nils.accountId]);
    expect((await elin.call("Principal/get", { ids: null })).list).toHaveLength(1);
  });
});
