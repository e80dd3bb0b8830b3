import type { Formats } from "./format.ts";
import type { Messages } from "./messages.ts";

/** A size for people: "12 kB", "2.4 MB", "31 GB"; never "0 kB". */
export function fileSize(bytes: number, formats: Formats, t: Messages): string {
  if (bytes < 100_000)
    return t("import.kilobytes", { size: formats.number(Math.max(1, Math.round(bytes / 1000))) });
  if (bytes >= 10_000_000_000)
    return t("import.gigabytes", { size: formats.number(Math.round(bytes / 1_000_000_000)) });
  return t("import.megabytes", { size: formats.number(Math.round(bytes / 100_000) / 10) });
}
