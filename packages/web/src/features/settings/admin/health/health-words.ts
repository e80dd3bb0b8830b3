import type { HealthCheck, HealthSayings, HealthThing } from "@snart/calendar/jmap/health.ts";
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

/** What the sentences need; sizes are bytes until here. */
export function wordedFigures({ figures }: HealthCheck, formats: Formats, t: Messages): MessageArguments {
  const worded = Object.entries(figures).map(([name, value]) => [
    name,
    (name === "size" || name === "log") && typeof value === "number" ? fileSize(value, formats, t) : value,
  ]);
  return Object.fromEntries(worded) as MessageArguments;
}
