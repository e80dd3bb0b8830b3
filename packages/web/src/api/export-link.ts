import type { JmapSession } from "./jmap-client.ts";

/** Where one's own calendar can be downloaded as one .ics file; undefined if the server does not offer it. */
export function exportLink(
  { exportUrl }: JmapSession,
  accountId: string,
  calendar: { readonly id: string; readonly name: string },
): string | undefined {
  return exportUrl
    ?.replace("{accountId}", encodeURIComponent(accountId))
    .replace("{calendarId}", encodeURIComponent(calendar.id))
    .replace("{name}", () => encodeURIComponent(fileName(calendar.name)));
}

/** A name that every file system takes; told by the calendar's. */
function fileName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, " ")
    .trim()
    .replace(/^\.+/, "");
  return `${Array.from(plain).slice(0, 80).join("") || "calendar"}.ics`;
}
