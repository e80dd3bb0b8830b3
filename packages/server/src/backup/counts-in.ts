import type { ServerCounts } from "../storage/port/backup-service.ts";
import { readSnapshot } from "../storage/sql/archive/open-archive.ts";
import type { StorageTarget } from "../storage/sql/open.ts";

/** How much a database holds of what people have. @throws if there is none of Snart */
export function countsIn(target: StorageTarget): Promise<ServerCounts> {
  return readSnapshot(target, async (snapshot) => {
    const rows = async (name: string): Promise<number> => {
      const table = snapshot.tables.find((one) => one.name === name);
      return table ? await snapshot.count(table) : 0;
    };
    return {
      principals: await rows("principal"),
      calendars: await rows("calendar"),
      objects: await rows("object"),
      attachments: await rows("attachment"),
    };
  });
}
