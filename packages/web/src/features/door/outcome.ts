import type { DoorOutcome } from "@snart/calendar/jmap/door.ts";
import type { DoorAct } from "../../api/items/door-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import type { Messages } from "../../i18n/messages.ts";

/** What came of what somebody did at the door. */
export type Outcome =
  | { readonly kind: "done" | "refused"; readonly given: DoorOutcome }
  | { readonly kind: "problem"; readonly words: string; readonly mayRetry: boolean };

/** Says it in one sentence; times by the clock of the thing. */
export function outcomeWords(outcome: Outcome, act: DoorAct, timeZone: string, t: Messages): string {
  if (outcome.kind === "problem") return outcome.words;
  const { given } = outcome;
  const who = isolated(given.who);
  if (given.kind === "refused") return t("door.refused", { who });
  const at = (instant: number): string =>
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(instant);
  const [start, end] = [at(given.start), at(given.end)];
  if (act.kind === "finish") return t("door.finished", { who });
  if (act.kind === "comeLater") return t("door.comesLater", { who, start });
  if (act.kind === "checkIn") return t("door.cameIn", { who, end });
  return t(given.state === "requested" ? "door.requested" : "door.booked", { who, start, end });
}
