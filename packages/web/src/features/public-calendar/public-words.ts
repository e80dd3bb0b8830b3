import { useMessages, type Messages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { PublicOccurrence } from "./read-feed.ts";

/** What the page calls an event: a busy time by the reader's own word for it. */
export const publicTitle = ({ isBusyOnly, title }: PublicOccurrence, t: Messages): string =>
  isBusyOnly ? t("event.busy") : title.trim() || t("event.untitled");

/** Returns a function that writes from when to when, in the viewer's zone. */
export function useShownTime(): (occurrence: PublicOccurrence) => string {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  return ({ allDay, start, end }) => {
    if (allDay) return t("rail.allDay");
    return end > start ? formats.timeRange(start, end) : formats.time(start);
  };
}

/** Returns a function that names an event for those who hear it: its title, its state, when it is, and what else is given. */
export function usePublicName(): (occurrence: PublicOccurrence, more: readonly string[]) => string {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  return (occurrence, more) => {
    const { allDay, isCancelled, start, end } = occurrence;
    const [first, last] = [formats.day(start), formats.day(Math.max(start, end - 1))];
    const time = t("event.timeSpoken", { from: formats.time(start), to: formats.time(end) });
    const when = allDay
      ? [first === last ? first : t("event.timeSpoken", { from: first, to: last }), t("event.allDay")]
      : [first, end > start ? time : formats.time(start)];
    const parts = [publicTitle(occurrence, t), isCancelled ? t("event.cancelled") : "", ...when, ...more];
    return `${parts.filter(Boolean).join(", ")}.`;
  };
}
