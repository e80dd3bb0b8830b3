import { MAX_INSTANT, type Instant } from "../time/instant.ts";
import { timeOf, spanOf, type PreparedRules } from "./prepare.ts";
import { after, before } from "./span.ts";

/** What cancelling a booking now would be. */
export interface Cancellation {
  /** `inTime` and `regret` cost nothing; `late` counts where a limit says so; `over`: there is nothing to cancel */
  readonly kind: "inTime" | "regret" | "late" | "over";
  /** the last moment in time, that of regret included */
  readonly until: Instant;
}

interface Booked {
  readonly start: Instant;
  readonly end: Instant;
  readonly booked: Instant;
}

/** Whether cancelling is in time. Without a rule it is until the start. Regret ends with the start at the latest. */
export function cancellation(
  { rules, zone }: PreparedRules,
  { start, end, booked }: Booked,
  now: Instant,
): Cancellation {
  const { cancel } = rules;
  const span = spanOf(cancel?.until);
  const at = cancel?.at === undefined ? undefined : timeOf(cancel.at);
  const deadline = span ? before(start, span, zone, at) : start;
  const regret = spanOf(cancel?.regret);
  const regretUntil = regret ? Math.min(after(booked, regret, zone), start) : -Infinity;
  const until = Math.min(Math.max(deadline, regretUntil), MAX_INSTANT);
  if (now >= end) return { kind: "over", until };
  if (now <= deadline) return { kind: "inTime", until };
  return { kind: now <= regretUntil ? "regret" : "late", until };
}

/** When a booking that nobody confirmed goes back to the pool; undefined where none has to be confirmed. */
export function lapsesAt(
  { rules, zone }: PreparedRules,
  { start }: Pick<Booked, "start">,
): Instant | undefined {
  const span = spanOf(rules.confirmBy);
  return span && before(start, span, zone);
}
