import { expand } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series-of-event.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { isolated } from "../../../i18n/isolated.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { readLocalText } from "../../../store/local-text.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { HowSoon } from "../../../ui/how-soon.tsx";
import type { Scope } from "../series-change.ts";
import type { Asking } from "../desk-state.ts";
import { SpanDistance } from "./span-distance.tsx";
import styles from "./series-question.module.css";

export interface SeriesQuestionProps {
  readonly asking: Asking;
  readonly onAnswer: (scope: Scope | null) => void;
}

const buttons = {
  change: { one: "question.changeOne", following: "question.changeFollowing", all: "question.changeAll" },
  delete: { one: "question.deleteOne", following: "question.deleteFollowing", all: "question.deleteAll" },
} as const;

/** Which events of a series: each choice with its consequence, and the button that repeats the choice. */
export function SeriesQuestion({ asking, onAnswer }: SeriesQuestionProps) {
  const t = useMessages();
  const { kind, occurrence, patch, scopes } = asking;
  const [scope, setScope] = useState<Scope>(scopes[0] ?? "one");
  const title = isolated(occurrence.event.title?.trim() ?? "") || t("event.untitled");
  const moved = movedTime(occurrence, patch["start"]);
  return (
    <Dialog
      title={t(kind === "delete" ? "question.deleteTitle" : "question.changeTitle")}
      isOpen
      role="alertdialog"
      onClose={() => onAnswer(null)}
      footer={
        <>
          <Button size={36} onClick={() => onAnswer(null)}>
            {t("question.cancel")}
          </Button>
          {/* The choice is made; Enter does what the button says. */}
          <Button
            size={36}
            look={kind === "delete" ? "danger-fill" : "primary"}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={() => onAnswer(scope)}
          >
            {t(buttons[kind][scope])}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {moved ? t("question.moves", { title, ...moved }) : t("question.changes", { title })}
      </p>
      <div role="radiogroup" aria-label={t("question.changeTitle")} className={styles.choices}>
        {scopes.map((it) => (
          <label key={it} className={styles.choice}>
            <input type="radio" name="scope" checked={scope === it} onChange={() => setScope(it)} />
            <span>
              <b>{t(`question.${it}`)}</b>
              <Consequence scope={it} kind={kind} occurrence={occurrence} />
            </span>
          </label>
        ))}
      </div>
    </Dialog>
  );
}

function Consequence({
  scope,
  kind,
  occurrence,
}: {
  readonly scope: Scope;
  readonly kind: Asking["kind"];
  readonly occurrence: ShownOccurrence;
}): ReactNode {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const local = useFormats("UTC");
  if (scope === "one") {
    return (
      <small>
        {formats.day(occurrence.start)} <SpanDistance span={occurrence} />
      </small>
    );
  }
  const first = readLocalText(occurrence.entry.event.start);
  if (scope === "all") {
    const month = first === undefined ? "" : local.monthAndYear(first);
    return <small>{t(kind === "delete" ? "question.allDeleted" : "question.allSince", { month })}</small>;
  }
  const day = `${formats.dayNumber(occurrence.start)} ${formats.month(occurrence.start)} ${formats.year(occurrence.start)}`;
  const rest = restOfSeries(occurrence, zone);
  if (!rest) return <small>{t("question.followingEndless", { day })}</small>;
  return (
    <small>
      <Sentence
        of="question.followingCount"
        args={{
          count: rest.count,
          day,
          distance: <HowSoon target={{ kind: "instant", at: rest.last }} warm={false} />,
        }}
      />
    </small>
  );
}

const YEARS = 6 * 366 * DAY;

/** How many are left from an occurrence on and when the last one is; null if there is no end, or none worth counting to. */
function restOfSeries(
  occurrence: ShownOccurrence,
  viewer: Zone,
): { readonly count: number; readonly last: number } | null {
  const { event } = occurrence.entry;
  const rule = event.recurrenceRule;
  if (rule && rule.count === undefined && rule.until === undefined) return null;
  const series = seriesOfEvent(event);
  if (!series.ok) return null;
  const found = expand(series.value, { from: occurrence.start, to: occurrence.start + YEARS }, viewer);
  const last = found.ok ? found.value.at(-1) : undefined;
  return found.ok && last ? { count: found.value.length, last: last.startInstant } : null;
}

function movedTime(
  occurrence: ShownOccurrence,
  start: unknown,
): { readonly from: string; readonly to: string } | null {
  if (typeof start !== "string") return null;
  const [before, after] = [occurrence.ownStart, start];
  const sameDay = before.slice(0, 10) === after.slice(0, 10);
  return sameDay && !occurrence.allDay ? { from: before.slice(11, 16), to: after.slice(11, 16) } : null;
}
