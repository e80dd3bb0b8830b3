// Started by processes.test.ts as a process of its own: renames a calendar, and dies before it can tell anybody.
import { openStorage, type StorageTarget } from "../sql/open.ts";
import type { CalendarId, PrincipalId } from "../records/ids.ts";

const [target, accountId, calendarId] = process.argv.slice(2);
const storage = await openStorage(JSON.parse(target ?? "") as StorageTarget);
await storage.write(async (tx) => {
  const modseq = await tx.lockAccount(accountId as PrincipalId);
  await tx.calendars.update(calendarId as CalendarId, { name: "Sista ordet", modseq });
});
process.kill(process.pid, "SIGKILL");
