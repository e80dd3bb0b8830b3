import { seriesOfEvent } from "@snart/calendar/jscalendar/series-of-event.ts";
import { expand } from "@snart/calendar/recurrence/expand.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/how-soon.tsx";
import { eventOfDraft, spanOfDraft } from "../draft.ts";
import type { EventDraft } from "../draft.ts";
import styles from "./editor-times.module.css";

/** When a repeat takes place next after the event that is edited, and how soon. */
export function NextTime({ draft }: { readonly draft: EventDraft }) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const next = nextAfter(draft, zone);
  if (next === undefined) return null;
  return (
    <p className={styles.next}>
      {t("editor.nextAfter", { day: formats.shortDay(next) })}{" "}
      <HowSoon target={{ kind: "instant", at: next }} />
    </p>
  );
}

/** Long enough for a 29 February. */
const AHEAD = 9 * 366 * DAY;
const NEAR = 40 * DAY;

function nextAfter(draft: EventDraft, zone: Zone): number | undefined {
  const { start } = spanOfDraft(draft, zone);
  const series = seriesOfEvent(eventOfDraft(draft, "draft", zone));
  if (!series.ok) return undefined;
  for (const ahead of [NEAR, AHEAD]) {
    const found = expand(series.value, { from: start, to: start + ahead }, zone);
    const next = found.ok ? found.value.find((it) => it.startInstant > start) : undefined;
    if (next) return next.startInstant;
  }
  return undefined;
}
