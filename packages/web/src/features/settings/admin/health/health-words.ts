import type { HealthCheck, HealthSayings, HealthThing } from "@snart/calendar/jmap/health.ts";
import { isBackupTrouble, type BackupTroubleCode } from "@snart/calendar/jmap/backups.ts";
import { fileSize } from "../../../../i18n/file-size.ts";
import type { MessageArguments, MessageKey, Messages } from "../../../../i18n/messages.ts";
import type { Formats } from "../../../../i18n/format.ts";

/** The sentences of every thing: a saying that the catalogue does not have fails the type check. */
type SayingKey = { [T in HealthThing]: `admin.health.${T}.${HealthSayings[T]}` }[HealthThing];

export const sayingKey = ({ thing, says }: HealthCheck): MessageKey =>
  `admin.health.${thing}.${says}` as SayingKey;

/** What to do about it; only what needs attention has one. */
export const helpKey = (check: HealthCheck): MessageKey => `${sayingKey(check)}Help` as MessageKey;

export const nameKey = ({ thing }: HealthCheck): MessageKey => `admin.health.${thing}` as MessageKey;

/** What the sentences need; sizes are bytes until here, and why there is no backup is a code. */
export function wordedFigures({ figures }: HealthCheck, formats: Formats, t: Messages): MessageArguments {
  const worded = Object.entries(figures).map(([name, value]) => [
    name,
    (name === "size" || name === "log") && typeof value === "number" ? fileSize(value, formats, t) : value,
  ]);
  const { problem, detail = "" } = figures;
  const why = typeof problem === "string" && isBackupTrouble(problem) ? whyNoBackup(problem, detail, t) : {};
  return { ...(Object.fromEntries(worded) as MessageArguments), ...why };
}

/** What is known of the cause has a sentence in each language; only what is not is told as it was reported. */
const whyNoBackup = (code: BackupTroubleCode, detail: string | number, t: Messages) => ({
  problem: t(`admin.backups.why.${code}`, { detail: code === "failed" ? detail : "" }).trim(),
});
