"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { memo, useId, type CSSProperties } from "react";
import { useAtNow } from "../../../i18n/clock.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { eventLines, type EventLines } from "../../../layout/event-lines.ts";
import { isTask } from "../../../store/items/entries.ts";
import { useIsChosen } from "../../../grid/chosen-events.ts";
import { factsIn } from "../../../store/items/answering.ts";
import { arrangerOf, type EventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { part } from "../../../ui/part.tsx";
import { Glyph } from "../../../ui/glyph.tsx";
import { measuredFonts, measureText } from "../../../ui/measure-text.ts";
import { textScale } from "../../../ui/text-scale.ts";
import { TaskBox } from "../../tasks/screen.tsx";
import { eventDescription, eventName, titleOf } from "../../../grid/event-words.ts";
import { eventLook, glyphsOf } from "../../../grid/event-look.ts";
import { useLateFlag } from "../../../ui/loading/use-late-flag.ts";
import styles from "./event-block.module.css";

const { Soon: TimeElsewhere } = part(() => import("./time-elsewhere.tsx").then((it) => it.TimeElsewhere));

/** Whether an event may begin at another time on the clocks of its own zone. */
const isElsewhere = ({ event: { timeZone }, allDay }: ShownOccurrence, zone: string): boolean =>
  !allDay && (timeZone ?? zone) !== zone;

/** px within the day column */
interface BlockBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly visibleHeight: number;
}

interface EventBlockProps {
  readonly occurrence: ShownOccurrence;
  readonly box: BlockBox;
  readonly address: string;
  /** the preference that the grid shows how soon an event is */
  readonly saysHowSoon: boolean;
  /** the distance that stands over the day, if it need not be said again */
  readonly said: string;
  readonly isSelected: boolean;
  readonly isDragged: boolean;
  readonly tabIndex: number;
  /** the day's part of an event that crosses midnight */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** Shows one event of a day. The grid handles presses, keys and drags, and finds the event by its key. */
export const EventBlock = memo(function EventBlock(props: EventBlockProps) {
  const { occurrence, box, address, isSelected, isDragged } = props;
  const isChosen = useIsChosen(occurrence.key);
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const language = useLanguage();
  const descriptionId = useId();
  const facts = factsIn(occurrence, address);
  const isMovable = arrangerOf(occurrence.entry.event) === null;
  const look = useAtNow((now) => eventLook(occurrence, facts, now));
  const elapsed = useAtNow((now) =>
    look === "running" ? (now - occurrence.start) / (occurrence.end - occurrence.start) : 0,
  );
  const distance = useAtNow((now) => distanceOfOccurrence(occurrence, now, zone, language).text);
  const isSaving = useLateFlag(occurrence.entry.savingSince !== null, 1000);
  const lines = linesOf(
    props,
    facts,
    distance,
    formats.time(occurrence.start),
    formats.timeRange(occurrence.start, occurrence.end),
    look,
    zone.id,
  );
  const geometry = {
    "--x": `${box.left}px`,
    "--y": `${box.top}px`,
    "--w": `${box.width}px`,
    "--h": `${box.height}px`,
    "--seen": `${box.visibleHeight}px`,
    "--elapsed": `${elapsed * 100}%`,
  } as CSSProperties;
  return (
    <li
      className={styles.event}
      style={geometry}
      data-colour={occurrence.colour}
      data-look={look}
      data-shape={lines.shape}
      data-small={lines.isSmall || undefined}
      data-selected={isSelected || isChosen || undefined}
      data-dragged={isDragged || undefined}
      data-saving={isSaving || undefined}
      data-failed={occurrence.entry.problem ? "" : undefined}
      data-open-start={props.isStart ? undefined : ""}
      data-open-end={props.isEnd ? undefined : ""}
    >
      {isTask(occurrence.entry.event) ? <TaskBox occurrence={occurrence} /> : null}
      <button
        type="button"
        className={styles.button}
        data-event={occurrence.key}
        tabIndex={props.tabIndex}
        aria-label={eventName(occurrence, facts, distance, look === "running", formats, t)}
        aria-describedby={descriptionId}
        aria-pressed={isChosen || undefined}
      >
        <Words lines={lines} facts={facts} occurrence={occurrence} distance={distance} />
        <span id={descriptionId} hidden>
          {eventDescription(occurrence, facts, t)}
        </span>
        {occurrence.entry.problem ? <span className={styles.failed}>!</span> : null}
        {isMovable && props.isStart ? <span className={styles.handle} data-edge="start" /> : null}
        {isMovable && props.isEnd ? <span className={styles.handle} data-edge="end" /> : null}
      </button>
    </li>
  );
});

interface WordsProps {
  readonly lines: EventLines;
  readonly facts: EventFacts;
  readonly occurrence: ShownOccurrence;
  readonly distance: string;
}

function Words({ lines, facts, occurrence, distance }: WordsProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { start, end } = occurrence;
  const time = facts.isBusyOnly
    ? ""
    : lines.time === "range"
      ? formats.timeRange(start, end)
      : lines.time === "start"
        ? formats.time(start)
        : "";
  const glyphs = glyphsOf(occurrence, facts).slice(0, lines.glyphs);
  const { shape, hasPlace, distanceLines } = lines;
  const place = hasPlace ? (
    <span className={styles.place}>
      {isElsewhere(occurrence, zone.id) ? <TimeElsewhere occurrence={occurrence} /> : null}
      {facts.place}
    </span>
  ) : null;
  const isOneLine = shape === "one" || shape === "wideOne";
  const timeWords =
    time || glyphs.length > 0 ? (
      <>
        <span className={styles.time}>
          {facts.isCancelled && !isOneLine ? t("event.cancelledWord") : time}
        </span>
        {shape === "stacked" ? null : place}
        {glyphs.length > 0 ? (
          <span className={styles.glyphs}>
            {glyphs.map((name) => (
              <Glyph key={name} name={name} />
            ))}
          </span>
        ) : null}
      </>
    ) : null;
  const isBeside = distanceLines > 0 && shape !== "stacked" && !lines.isDistanceBelow;
  return (
    <span className={styles.words} aria-hidden>
      <span className={styles.head}>
        <span className={styles.title} lang={language} data-lines={lines.titleLines}>
          {titleOf(facts, t)}
        </span>
        {isOneLine ? timeWords : null}
        {isBeside ? <span className={styles.distance}>{distance}</span> : null}
      </span>
      {timeWords && !isOneLine ? <span className={styles.timeRow}>{timeWords}</span> : null}
      {distanceLines > 0 && !isBeside ? (
        <span className={styles.distance} data-lines={distanceLines}>
          {distance}
        </span>
      ) : null}
      {shape === "stacked" ? place : null}
    </span>
  );
}

/** The allowance for optical sizing, which makes drawn words a little wider than measured ones. */
const DISTANCE_MARGIN = 1.03;
/** All figures of times are as wide as 0, and set a little apart. */
const widthOfTime = (time: string): number =>
  measureText(time.replace(/\d/g, "0"), measuredFonts.time) * 1.03;
const widthOfDistance = (words: string): number =>
  measureText(words, measuredFonts.distance) * DISTANCE_MARGIN;

function linesOf(
  { occurrence, box: given, saysHowSoon, said, isStart }: EventBlockProps,
  facts: EventFacts,
  distance: string,
  start: string,
  range: string,
  look: string,
  zone: string,
): EventLines {
  const shows = saysHowSoon && isStart && !facts.isBusyOnly && distance !== said;
  // Larger text in a box is laid out as usual text in a smaller box.
  const scale = textScale();
  const away = isElsewhere(occurrence, zone);
  const box = {
    width: (given.width - 3) / scale,
    height: given.visibleHeight / scale,
    isRunning: look === "running",
  };
  const words = {
    title: measureText(facts.title || "–", measuredFonts.title),
    titleWord: Math.max(
      0,
      ...facts.title.split(/[\s-]+/).map((word) => measureText(word, measuredFonts.title)),
    ),
    range: widthOfTime(range),
    start: widthOfTime(start),
    distance: shows ? widthOfDistance(distance) : 0,
    distanceWords: shows ? distance.split(" ").map(widthOfDistance) : [],
    // The name of a city and a time are about as wide as two times.
    place: measureText(facts.place, measuredFonts.time) + (away ? widthOfTime(range + range) : 0),
    glyphs: glyphsOf(occurrence, facts).length,
  };
  const lines = eventLines(box, words);
  // The day's head says how soon it is, and nothing else says what the clock shows elsewhere.
  return away && !lines.hasPlace ? eventLines(box, { ...words, distance: 0 }) : lines;
}
