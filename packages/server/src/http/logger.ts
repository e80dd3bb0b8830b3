import { pino, type Logger } from "pino";

export type { Logger } from "pino";

/**
 * The server's log, on `output` (the standard error in production), one event a line.
 * @param format "json" for programs, "text" for people
 */
export function openLog(
  level: string,
  format: "text" | "json",
  output: (line: string) => void = (line) => process.stderr.write(line),
): Logger {
  const settings = { level, base: null, timestamp: (): string => `,"time":"${new Date().toISOString()}"` };
  return pino(settings, {
    write: format === "json" ? output : (line: string): void => output(textLine(line)),
  });
}

const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

/** `2026-11-20T16:00:00.000Z error it broke status=500`, a stack below. */
function textLine(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    level: number;
    time: string;
    msg?: string;
    err?: { stack?: string };
  };
  const details = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const stack = err?.stack === undefined ? "" : `\n${err.stack}`;
  return `${time} ${LEVELS[level] ?? level} ${msg ?? ""}${details.join("")}${stack}\n`;
}
