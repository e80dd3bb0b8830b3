import type { ServerHealth } from "@snart/calendar/jmap/account.ts";

/** Figures that name nobody: numbers, and which programs run. */
const NAMELESS: ReadonlySet<string> = new Set(["name", "version", "node"]);

/**
 * What may be shown to people who help: states, numbers and versions. No address, and nothing that another program said, as it
 * may quote one.
 * @param at ms UTC, when the server was asked
 */
export function healthReport({ checks, database, schemaVersion, trouble }: ServerHealth, at: number): string {
  const report = {
    checkedAt: new Date(at).toISOString(),
    database,
    schemaVersion,
    trouble,
    checks: checks.map(({ thing, state, says, figures, moment }) => ({
      thing,
      state,
      says,
      figures: Object.fromEntries(
        Object.entries(figures).filter(([name, value]) => typeof value === "number" || NAMELESS.has(name)),
      ),
      moment,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
