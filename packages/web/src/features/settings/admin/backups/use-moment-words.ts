import type { KeptMoments } from "@snart/calendar/jmap/backups.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { useFormats } from "../../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../../i18n/viewer-zone.ts";

/** From when to when moments were kept, by the viewer's clock. */
export function useMomentWords(): (kept: KeptMoments) => string {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  const words = (text: string): string => {
    const at = Date.parse(text);
    return `${formats.shortDayAndYear(at)}, ${formats.time(at)}`;
  };
  return ({ from, through }) =>
    t("admin.backups.momentsRange", { from: words(from), through: words(through) });
}
