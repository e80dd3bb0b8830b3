import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { expand } from "@snart/calendar/recurrence/expand.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { eventOfDraft, patchOfDraft, spanOfDraft, type EventDraft } from "../draft/draft.ts";
import { changesOfPatch } from "../series/series-change.ts";
import styles from "./repeat-fields.module.css";

interface RepeatPreviewProps {
  readonly occurrence: ShownOccurrence | null;
  readonly draft: EventDraft;
  readonly before: EventDraft;
}

const SHOWN = 3;

/** Shows when, and how soon, an event takes place the next few times after the one that is edited. */
export function RepeatPreview({ occurrence, draft, before }: RepeatPreviewProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const event = occurrence ? following(occurrence, before, draft, zone) : eventOfDraft(draft, "draft", zone);
  const { start } = spanOfDraft(draft, zone);
  const next = event ? nextTimes(event, start, zone) : [];
  if (next.length === 0) return <p className={styles.hint}>{t("editor.nextNone")}</p>;
  const thisYear = formats.year(start);
  const day = (at: number): string =>
    formats.year(at) === thisYear ? formats.shortDay(at) : formats.shortDayAndYear(at);
  return (
    <ol className={styles.next} aria-label={t("editor.nextTimes")}>
      {next.map((at, index) => (
        <li key={at}>
          {index === 0 ? t("editor.nextAfter", { day: day(at) }) : day(at)}{" "}
          <HowSoon target={{ kind: "instant", at }} />
        </li>
      ))}
    </ol>
  );
}

/** Returns the event that continues from an occurrence if the draft applies from there. */
function following(
  occurrence: ShownOccurrence,
  before: EventDraft,
  draft: EventDraft,
  zone: Zone,
): JSEvent | null {
  const patch = patchOfDraft(occurrence, before, draft, zone);
  const made = changesOfPatch(occurrence, patch, "following", "draft");
  const [change] = made.ok ? made.value : [];
  if (change?.kind === "create") return change.event;
  const patched = change?.kind === "update" ? applyPatch(occurrence.entry.event, change.patch) : null;
  return patched?.ok ? patched.value : null;
}

/** The days to search, one span after the other until enough times are found; the last is enough for a 29 February. */
const AHEAD = [40, 800, 9 * 366];

function nextTimes(event: JSEvent, after: number, zone: Zone): readonly number[] {
  const series = seriesOfEvent(event);
  let next: readonly number[] = [];
  for (const days of AHEAD) {
    if (!series.ok || next.length >= SHOWN) break;
    const found = expand(series.value, { from: after, to: after + days * DAY }, zone);
    if (found.ok) next = found.value.map((it) => it.startInstant).filter((at) => at > after);
  }
  return next.slice(0, SHOWN);
}
