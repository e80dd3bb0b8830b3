import type { SkippedObject } from "@snart/calendar/jmap/import.ts";
import { ok } from "@snart/calendar/result.ts";
import { readOtherPart, type OtherAccess } from "../../api/calendars/other-calendars-api.ts";
import type { Asked } from "../../api/problem.ts";
import { upload } from "../../api/upload.ts";
import type { ComingCalendar } from "./model.ts";

interface ReadCalendar {
  readonly blobIds: readonly string[];
  /** what another server did not give */
  readonly missed: readonly SkippedObject[];
}

/**
 * Brings a calendar's text to the server: a file by sending it, a calendar on another server by having it read part by part.
 * @param onProgress gets the share that is there, 0–1
 * @param isWanted asked between the parts
 */
export async function readComing(
  accountId: string,
  from: ComingCalendar["from"],
  access: OtherAccess | undefined,
  onProgress: (share: number) => void,
  isWanted: () => boolean,
): Asked<ReadCalendar> {
  if (from.kind === "kept") return ok({ blobIds: from.blobIds, missed: from.missed });
  if (from.kind === "file") {
    const sent = await upload(accountId, from.importable.file, { onProgress });
    return sent.ok ? ok({ blobIds: [sent.value], missed: [] }) : sent;
  }
  const blobIds: string[] = [];
  const missed: SkippedObject[] = [];
  for (let after: string | null = null; access && isWanted();) {
    const part: Awaited<ReturnType<typeof readOtherPart>> = await readOtherPart(
      accountId,
      access,
      from.url,
      after,
    );
    if (!part.ok) return part;
    if (part.value.blobId !== null) blobIds.push(part.value.blobId);
    missed.push(...part.value.skipped);
    onProgress(part.value.total === 0 ? 1 : part.value.read / part.value.total);
    after = part.value.after;
    if (after === null) break;
  }
  return ok({ blobIds, missed });
}
