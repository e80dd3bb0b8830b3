import { DavClient } from "./dav-client.ts";
import type { PrincipalId, ShareLevel } from "../app/types.ts";
import { firstCalendarOf, openTestApp, type TestApp, type TestAppOptions } from "./test-app.ts";

export interface TestDav extends TestApp {
  /** Adds a person as `person` does, and speaks CalDAV as them. */
  client(login: string): Promise<DavClient>;
  /** Shares somebody's first calendar. */
  share(owner: DavClient, level: ShareLevel, principalId: PrincipalId): Promise<void>;
  /** With whom somebody's first calendar is shared, and how. */
  sharesOf(owner: DavClient): Promise<Readonly<Record<PrincipalId, ShareLevel>>>;
}

/** The CalDAV front-end over the real use cases, without a socket. */
export async function openTestDav(options: TestAppOptions = {}): Promise<TestDav> {
  const test = await openTestApp(options);
  return {
    ...test,
    client: async (login) => new DavClient(test.app, await test.person(login)),
    async share(owner, level, principalId) {
      const calendarId = await firstCalendarOf(test.app, owner.actor);
      await test.app.storage.write((tx) => tx.calendars.setShare({ calendarId, principalId, level }));
    },
    async sharesOf(owner) {
      const calendarId = await firstCalendarOf(test.app, owner.actor);
      const shares = await test.app.storage.read((tx) => tx.calendars.sharesOf(calendarId));
      return Object.fromEntries(shares.map(({ principalId, level }) => [principalId, level]));
    },
  };
}
