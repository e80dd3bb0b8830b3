import { wholeAddress } from "../../../api/place.ts";
import { exportObjectLink } from "../../../api/calendars/export-link.ts";
import { jmap } from "../../../api/jmap-client.ts";
import type { Messages } from "../../../i18n/messages.ts";
import { idOfKey } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";

/** The address of an event, or of one date of a series, on this server, for people who may see it. */
export function eventLink({ entry, recurrenceId }: ShownOccurrence, origin: string): string {
  const date = recurrenceId === null ? "" : `.${recurrenceId.replaceAll(/[-:]/g, "")}`;
  return `${origin}/event/${encodeURIComponent(idOfKey(entry.key))}${date}`;
}

/** Copies the address of an event, and says so; where nothing can be copied (no https), shows it. */
export async function copyEventLink(occurrence: ShownOccurrence, t: Messages): Promise<void> {
  const link = eventLink(occurrence, wholeAddress(""));
  try {
    await navigator.clipboard.writeText(link);
    addToast({ message: t("toast.linkCopied") });
  } catch {
    addToast({ message: t("toast.linkShown", { link }), sticky: true });
  }
}

/** Has the browser save an event, a series with all its dates, as a file that other calendars read. */
export async function downloadEvent({ entry }: ShownOccurrence, t: Messages): Promise<void> {
  const { accountId, id, calendarKey, event } = entry;
  const session = await jmap.session();
  const of = { id, calendarId: idOfKey(calendarKey), title: event.title ?? "" };
  const href = session.ok ? exportObjectLink(session.value, accountId, of) : undefined;
  if (href === undefined) return void addToast({ message: t("error.unreachable") });
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
