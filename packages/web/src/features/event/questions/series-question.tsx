import { expand } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import type { RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { useState, type ReactNode } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { isolated } from "../../../i18n/isolated.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { readLocalText } from "../../../store/items/local-text.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { zoneOfEvent } from "../../../store/items/span.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { repeatFromJs, ruleStartOf } from "../draft/draft-repeat.ts";
import type { Scope } from "../series/series-change.ts";
import { useRepeatWords } from "../draft/use-repeat-wordings.ts";
import type { Asking, Decision } from "../actions/actions-state.ts";
import { guestsToTell } from "../actions/guests-to-tell.ts";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import { Unreached } from "./unreached.tsx";
import styles from "./series-question.module.css";

interface SeriesQuestionProps {
  readonly asking: Asking;
  /** null: cancelled */
  readonly onAnswer: (decision: Decision | null) => void;
}

const buttons = {
  change: { one: "question.changeOne", following: "question.changeFollowing", all: "question.changeAll" },
  delegate: { one: "question.delegateOne", following: "question.delegateAll", all: "question.delegateAll" },
  delete: { one: "question.deleteOne", following: "question.deleteFollowing", all: "question.deleteAll" },
} as const;

const titles = {
  change: "question.changeTitle",
  delegate: "question.delegateTitle",
  delete: "question.deleteTitle",
} as const;

/**
 * Asks which events of a series a change applies to, and whom to notify. Each choice shows its effect, and the button
 * repeats the choice.
 */
export function SeriesQuestion({ asking, onAnswer }: SeriesQuestionProps) {
  const t = useMessages();
  const { kind, occurrence, patch, scopes, toTell } = asking;
  const [scope, setScope] = useState<Scope>(scopes[0] ?? "one");
  const title = isolated(occurrence.event.title?.trim() ?? "") || t("event.untitled");
  const [tells, setTells] = useState(true);
  const moved = movedTime(occurrence, patch["start"]);
  const lead = useNewRule(asking, title);
  return (
    <Dialog
      title={t(titles[kind])}
      isOpen
      role="alertdialog"
      onClose={() => onAnswer(null)}
      footer={
        <>
          <Button size={36} onClick={() => onAnswer(null)}>
            {t("question.cancel")}
          </Button>
          {/* A choice is selected already, so Enter confirms it. */}
          <Button
            size={36}
            look={kind === "delete" ? "dangerFill" : "primary"}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={() => onAnswer({ scope, tells: toTell !== null && tells })}
          >
            {t(buttons[kind][scope])}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {lead ?? (moved ? t("question.moves", { title, ...moved }) : t("question.changes", { title }))}
      </p>
      <div
        role="radiogroup"
        aria-label={t(kind === "delete" ? "question.deleteWhich" : titles[kind])}
        className={styles.choices}
      >
        {scopes.map((it) => (
          <label key={it} className={styles.choice}>
            <input type="radio" name="scope" checked={scope === it} onChange={() => setScope(it)} />
            <span>
              <b>{t(`question.${it}`)}</b>
              <Consequence scope={it} asking={asking} />
            </span>
          </label>
        ))}
      </div>
      {toTell?.kind === "guests" && tells ? <Unreached guests={guestsToTell(asking)} /> : null}
      {toTell ? (
        <Checkbox className={styles.tell} checked={tells} onChange={setTells}>
          {toTell.kind === "guests"
            ? t("question.tellGuests", { count: toTell.count })
            : t("question.tellArranger", { name: isolated(toTell.name) })}
        </Checkbox>
      ) : null}
    </Dialog>
  );
}

/** Shows the changed rule, if the change is about that. */
function useNewRule({ occurrence, patch }: Asking, title: string): string | null {
  const t = useMessages();
  const words = useRepeatWords();
  const rule = patch["recurrenceRule"] as unknown as RecurrenceRule | null | undefined;
  if (rule === undefined) return null;
  if (rule === null) return t("question.stopsRepeating", { title });
  const series = ruleStartOf(occurrence.entry.event);
  const at = typeof patch["start"] === "string" ? patch["start"] : occurrence.ownStart;
  const start = readLocalText(at);
  if (!series || start === undefined) return null;
  const said = words(repeatFromJs(rule, { ...series, start }), { ...series, start });
  return said === undefined ? null : t("question.newRule", { title, rule: said });
}

function Consequence({ scope, asking }: { readonly scope: Scope; readonly asking: Asking }): ReactNode {
  const { kind, occurrence, patch } = asking;
  const zone = useViewerZone();
  const language = useLanguage();
  const formats = useFormats(zone.id);
  const now = useNow();
  if (scope === "one") {
    return (
      <small>
        {firstInLine(formats.day(occurrence.start), language)} <SpanDistance span={occurrence} />
      </small>
    );
  }
  const first = scope === "all" ? firstOfSeries(occurrence, zone) : occurrence.start;
  return first < now && scope === "all" ? (
    <AllSince kind={kind} occurrence={occurrence} first={first} />
  ) : (
    <From occurrence={occurrence} first={first} endsAnew={"recurrenceRule" in patch} />
  );
}

/** Says that past events change too, and how many events there are: of a series without end, so far. */
function AllSince({
  kind,
  occurrence,
  first,
}: Pick<Asking, "kind" | "occurrence"> & { readonly first: number }) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const month = useFormats(zone.id).monthAndYear(first);
  const rest = isEndless(occurrence) ? null : countOf(occurrence, { from: first, to: first + YEARS }, zone);
  const soFar = isEndless(occurrence) ? countOf(occurrence, { from: first, to: now }, zone) : null;
  const isDeleted = kind === "delete";
  if (rest)
    return (
      <small>
        {t(isDeleted ? "question.allDeletedCount" : "question.allCount", { count: rest.count, month })}
      </small>
    );
  if (soFar)
    return (
      <small>
        {t(isDeleted ? "question.allDeletedSoFar" : "question.allSoFar", { count: soFar.count, month })}
      </small>
    );
  return <small>{t(isDeleted ? "question.allDeleted" : "question.allSince", { month })}</small>;
}

/** Says from when on, how many, and how soon the last event is; a new rule has an end of its own. */
function From({
  occurrence,
  first,
  endsAnew,
}: Pick<Asking, "occurrence"> & { readonly first: number; readonly endsAnew: boolean }) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const day = formats.dateAndYear(first);
  if (endsAnew) return <small>{t("question.followingFrom", { day })}</small>;
  if (isEndless(occurrence)) {
    const year = countOf(occurrence, { from: first, to: first + YEAR }, zone);
    return (
      <small>
        {year
          ? t("question.followingYear", { day, count: year.count })
          : t("question.followingEndless", { day })}
      </small>
    );
  }
  const rest = countOf(occurrence, { from: first, to: Math.max(first, occurrence.start) + YEARS }, zone);
  if (!rest) return <small>{t("question.followingFrom", { day })}</small>;
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

/** Returns the start of the first event of a series, on the viewer's clock. */
function firstOfSeries(occurrence: ShownOccurrence, viewer: Zone): number {
  const { event } = occurrence.entry;
  const start = readLocalText(event.start);
  if (start === undefined) return occurrence.start;
  const zone = event.showWithoutTime ? viewer : zoneOfEvent(event, viewer);
  return zone.toInstant(start);
}

const YEAR = 365 * DAY;
const YEARS = 6 * 366 * DAY;

const isEndless = ({ entry: { event } }: ShownOccurrence): boolean =>
  event.recurrenceRule !== undefined &&
  event.recurrenceRule !== null &&
  event.recurrenceRule.count === undefined &&
  event.recurrenceRule.until === undefined;

/** Counts the occurrences in a window and finds the last; null if there is none, or there are too many to count. */
function countOf(
  { entry: { event } }: ShownOccurrence,
  window: { readonly from: number; readonly to: number },
  viewer: Zone,
): { readonly count: number; readonly last: number } | null {
  const series = seriesOfEvent(event);
  if (!series.ok) return null;
  const found = expand(series.value, window, viewer);
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
