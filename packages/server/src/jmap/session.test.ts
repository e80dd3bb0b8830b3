import { describe, expect, it } from "vitest";
import { eachWithJmap } from "../testing/each-with-jmap.ts";
import type { JmapClient } from "../testing/jmap-client.ts";

const { jmap, elin } = eachWithJmap(["elin"]);

/** Shares a calendar directly in storage. */
async function share(
  owner: JmapClient,
  with_: JmapClient,
  level: "freeBusy" | "read" | "write",
): Promise<void> {
  const [calendar] = await owner.calendars();
  const share = { calendarId: calendar.id, principalId: with_.actor.principalId, level };
  await jmap.app.storage.write((tx) => tx.calendars.setShare(share));
}

describe("the session", () => {
  it("gives all addresses", async () => {
    expect(await elin.session()).toMatchObject({
      username: "elin",
      apiUrl: "https://snart.test/jmap/api",
      downloadUrl: "https://snart.test/jmap/download/{accountId}/{blobId}/{name}?accept={type}",
      uploadUrl: "https://snart.test/jmap/upload/{accountId}/",
      eventSourceUrl:
        "https://snart.test/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}",
    });
  });

  it("gives every limit of the core", async () => {
    const { limits } = jmap.app;
    const core = (await elin.session()).capabilities["urn:ietf:params:jmap:core"];
    expect(core).toEqual({
      maxSizeUpload: limits.uploadSize,
      maxConcurrentUpload: limits.maxConcurrentUpload,
      maxSizeRequest: limits.requestSize,
      maxConcurrentRequests: limits.maxConcurrentRequests,
      maxCallsInRequest: limits.maxCallsInRequest,
      maxObjectsInGet: limits.maxObjectsInGet,
      maxObjectsInSet: limits.maxObjectsInSet,
      collationAlgorithms: expect.arrayContaining(["i;unicode-casemap"]),
    });
  });

  it("has the person's own account, primary for everything except the core", async () => {
    const { accounts, primaryAccounts } = await elin.session();
    expect(Object.keys(accounts)).toEqual([elin.accountId]);
    expect(accounts[elin.accountId]).toMatchObject({ name: "elin", isPersonal: true, isReadOnly: false });
    expect(primaryAccounts).toEqual({
      "urn:ietf:params:jmap:calendars": elin.accountId,
      "urn:ietf:params:jmap:principals": elin.accountId,
      "urn:ietf:params:jmap:principals:availability": elin.accountId,
      "urn:ietf:params:jmap:tasks": elin.accountId,
      "urn:snart:jmap": elin.accountId,
    });
  });

  it("gives the components of an account's calendars", async () => {
    const account = (await elin.session()).accounts[elin.accountId];
    expect(account.accountCapabilities["urn:ietf:params:jmap:calendars"]).toEqual({
      maxCalendarsPerEvent: 1,
      minDateTime: "1900-01-01T00:00:00Z",
      maxDateTime: "2199-12-31T23:59:59Z",
      maxExpandedQueryDuration: "P2196D",
      maxParticipantsPerEvent: 500,
      mayCreateCalendar: true,
    });
  });

  it("gives the longest span of a free/busy request", async () => {
    const account = (await elin.session()).accounts[elin.accountId];
    expect(account.accountCapabilities["urn:ietf:params:jmap:principals:availability"]).toEqual({
      maxAvailabilityDuration: "P2196D",
    });
  });

  it("is never cached", async () => {
    const response = await jmap.handlers.session(new Request("http://snart.test/jmap/session"), elin.actor);
    expect(response.headers.get("Cache-Control")).toContain("no-store");
  });

  it("changes its state when an account becomes accessible, and for nothing else", async () => {
    const nils = await jmap.client("nils");
    const before = (await elin.session()).state;
    await elin.call("Calendar/set", { create: { k: { name: "Work" } } });
    expect((await elin.session()).state).toBe(before);
    await share(nils, elin, "read");
    const after = await elin.session();
    expect(after.state).not.toBe(before);
    expect(Object.keys(after.accounts)).toEqual([elin.accountId, nils.accountId]);
    expect(after.accounts[nils.accountId]).toMatchObject({ isPersonal: false, isReadOnly: true });
    expect(
      after.accounts[nils.accountId].accountCapabilities["urn:ietf:params:jmap:calendars"].mayCreateCalendar,
    ).toBe(false);
  });

  it("shows an account with free/busy access only, to read", async () => {
    const nils = await jmap.client("nils");
    await share(nils, elin, "freeBusy");
    expect(Object.keys((await elin.session()).accounts)).toEqual([elin.accountId, nils.accountId]);
    expect((await elin.session()).accounts[nils.accountId]).toMatchObject({ isReadOnly: true });
  });
});
