"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { memo, useId, type ComponentType, type CSSProperties } from "react";
import { useAtNow } from "../i18n/clock.ts";
import { useFormats } from "../i18n/use-formats.ts";
import { useLanguage, useMessages } from "../i18n/messages.ts";
import { useViewerZone } from "../i18n/viewer-zone.ts";
import { isTask } from "../store/items/entries.ts";
import { useIsChosen } from "./chosen-events.ts";
import { factsIn } from "../store/items/answering.ts";
import { arrangerOf } from "../store/items/event-facts.ts";
import type { ShownOccurrence } from "../store/items/occurrences.ts";
import { Glyph } from "../ui/glyph.tsx";
import { measuredFonts, measureText } from "../ui/measure-text.ts";
import { textScale } from "../ui/text-scale.ts";
import { usePhone } from "../ui/use-media.ts";
import { eventDescription, eventName, titleOf } from "./event-words.ts";
import { eventLook } from "./event-look.ts";
import styles from "./lane-bar.module.css";

interface LaneBarProps {
  readonly occurrence: ShownOccurrence;
  readonly continuesBefore: boolean;
  readonly continuesAfter: boolean;
  /** how many days it lies across, and how wide each is, px */
  readonly columns: number;
  readonly columnWidth: number;
  /** where it lies: an item of a list in a lane, a part of a day in the month */
  readonly element: "li" | "div";
  readonly geometry: CSSProperties;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly isSelected: boolean;
  readonly isDragged: boolean;
  readonly tabIndex: number;
  /** the box that completes it, where it is a task */
  readonly taskBox: ComponentType<{ readonly occurrence: ShownOccurrence }>;
}

/** A whole-day or many-day event as a bar: in the lane above the hours, and in the month. */
export const LaneBar = memo(function LaneBar(props: LaneBarProps) {
  const { occurrence, columns, columnWidth, address, saysHowSoon, isSelected, isDragged, tabIndex } = props;
  const { continuesBefore, continuesAfter, element: Element, taskBox: TaskBox } = props;
  const isChosen = useIsChosen(occurrence.key);
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const language = useLanguage();
  const descriptionId = useId();
  const facts = factsIn(occurrence, address);
  const isMovable = arrangerOf(occurrence.entry.event) === null;
  const distance = useAtNow((now) => distanceOfOccurrence(occurrence, now, zone, language).text);
  const short = useAtNow((now) => distanceOfOccurrence(occurrence, now, zone, language).short ?? "");
  const look = useAtNow((now) => eventLook(occurrence, facts, now));
  const title = titleOf(facts, t);
  // A single wide column has room for larger words, and those of a phone are a little larger.
  const isPhone = usePhone();
  const [titleScale, distanceScale] = columnWidth >= 240 ? [1.22, 1.25] : isPhone ? [1.1, 1.13] : [1, 1.07];
  const room = (columns * columnWidth) / textScale() - 20;
  const beside = room - measureText(title, measuredFonts.title) * titleScale;
  // The title comes before the glyph, and the glyph before the distance.
  const hasGlyph = facts.isRepeating && beside >= 22;
  const left = beside - 18 - (hasGlyph ? 18 : 0);
  const fits = (words: string): boolean => measureText(words, measuredFonts.distance) * distanceScale <= left;
  const said = saysHowSoon && !facts.isBusyOnly ? [distance, short || distance].find(fits) : undefined;
  return (
    <Element
      className={styles.bar}
      style={props.geometry}
      data-colour={occurrence.colour}
      data-look={look}
      data-before={continuesBefore || undefined}
      data-after={continuesAfter || undefined}
      data-selected={isSelected || isChosen || undefined}
      data-dragged={isDragged || undefined}
      data-failed={occurrence.entry.problem ? "" : undefined}
    >
      {isTask(occurrence.entry.event) ? <TaskBox occurrence={occurrence} /> : null}
      <button
        type="button"
        className={styles.button}
        data-event={occurrence.key}
        tabIndex={tabIndex}
        aria-label={eventName(occurrence, facts, distance, look === "running", formats, t)}
        aria-describedby={descriptionId}
        aria-pressed={isChosen || undefined}
      >
        <span className={styles.title} aria-hidden>
          {title}
        </span>
        {hasGlyph ? <Glyph name="repeats" /> : null}
        {said === undefined ? null : (
          <span className={styles.distance} aria-hidden>
            {said}
          </span>
        )}
        <span id={descriptionId} hidden>
          {eventDescription(occurrence, facts, t)}
        </span>
        {continuesBefore || !isMovable ? null : <span className={styles.handle} data-edge="start" />}
        {continuesAfter || !isMovable ? null : <span className={styles.handle} data-edge="end" />}
      </button>
    </Element>
  );
});
