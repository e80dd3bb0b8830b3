import { quantile } from "../measure.ts";
import type { Round } from "./load.ts";

export interface Result {
  readonly operation: string;
  readonly server: string;
  readonly rounds: readonly Round[];
}

export interface MeasuredServer {
  readonly name: string;
  readonly version: string;
  /** MiB after the load */
  readonly memory: number | undefined;
}

/** The figures as Markdown: the median of the rounds, and Snart's ratio to each of the others. */
export function printTables(
  servers: readonly MeasuredServer[],
  results: readonly Result[],
  size: { readonly events: number; readonly connections: number },
): string {
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const of = (operation: string, server: string): readonly Round[] =>
    results.find((one) => one.operation === operation && one.server === server)?.rounds ?? [];
  const rows = operations.map((operation) => {
    const own = of(operation, "Snart");
    return cells(
      operation,
      ...servers.map(({ name }) => {
        const rounds = of(operation, name);
        const figures = `${digits(middle(rounds, "rate"))}/s, ${digits(middle(rounds, "p95"))} ms, ${digits(middle(rounds, "processor"))} µs`;
        if (name === "Snart" || own.length === 0) return figures;
        const [rate, processor] = (["rate", "processor"] as const).map(
          (figure) => middle(own, figure) / middle(rounds, figure),
        );
        return `${figures} (${times(rate)}, ${times(1 / (processor ?? NaN))})`;
      }),
    );
  });
  return [
    `### CalDAV, ${String(size.events)} events, ${String(size.connections)} connections`,
    "",
    "Answers a second, 95th percentile of the waiting, the server's processor time for one answer; in brackets Snart's gain: by answers a second, by processor time.",
    "",
    cells("Work", ...servers.map(({ name, version }) => `${name} ${version}`.trim())),
    cells("---", ...servers.map(() => "---:")),
    ...rows,
    cells(
      "memory after it, MiB",
      ...servers.map(({ memory }) => (memory === undefined ? "" : memory.toFixed(0))),
    ),
    "",
  ].join("\n");
}

const cells = (...values: readonly string[]): string => `| ${values.join(" | ")} |`;

const middle = (rounds: readonly Round[], figure: keyof Round): number =>
  quantile(
    rounds.map((round) => round[figure] ?? NaN),
    0.5,
  );

const digits = (value: number): string =>
  Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

const times = (ratio: number | undefined): string =>
  ratio === undefined || Number.isNaN(ratio) ? "–" : `${ratio.toFixed(ratio < 10 ? 1 : 0)}×`;
