import { distance } from "@snart/calendar/distance/distance.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import type { WorkingHours } from "@snart/calendar/time/working-hours.ts";
import type { CSSProperties, ReactNode } from "react";
import { useAtNow } from "../../../i18n/clock.ts";
import { useLanguage } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { placeDay } from "../../../layout/overlap.ts";
import type { DaySegment } from "../../../grid/day-contents.ts";
import { part } from "../../../ui/part.tsx";
import { textScale } from "../../../ui/text-scale.ts";
import { EventBlock } from "./event-block.tsx";
import type { TimeGridProps } from "./time-grid-props.ts";
import styles from "./time-grid.module.css";

const { Soon: CrowdButton } = part(() => import("../crowd/crowd-button.tsx").then((it) => it.CrowdButton));

interface DayColumnProps {
  readonly day: Local;
  readonly labelledBy: string;
  readonly segments: readonly DaySegment[];
  readonly width: number;
  readonly hourHeight: number;
  readonly isRed: boolean;
  /** null is a day off */
  readonly working: WorkingHours | null;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly selectedKey: string | null;
  readonly draggedKey: string | null;
  readonly tabStop: string | null;
  /** the day stands by itself: it draws even narrow events rather than leave any out */
  readonly isAlone: boolean;
  readonly onOpen: TimeGridProps["onOpen"];
  readonly onOpenDay: () => void;
  /** what stands over the hours beneath the events */
  readonly children: ReactNode;
}

/** The height of 15 minutes, so that a line of words fits; larger words need more. */
const LEAST_HEIGHT = 17;
const LEAST_WIDE_HEIGHT = 21;
const FAR = 28 * DAY;
const WIDE = 240;
/** The line at the left of a day. */
const LINE = 1;
/** With the ring of an event, this leaves 3 px at both sides. */
const INSET = 1.5;
/** The least width of an event in a day by itself: that of a target. */
const LEAST_WIDTH = 24;

/** Shows one day: a section whose list is in order of time. The position on screen is geometry only. */
export function DayColumn(props: DayColumnProps) {
  const { segments, width, hourHeight, working } = props;
  const zone = useViewerZone();
  const language = useLanguage();
  // A day by itself and far days say once how soon they are; near events stay marked with it.
  const said = useAtNow((now) =>
    props.isAlone || Math.abs(props.day - zone.toLocal(now)) > FAR
      ? distance({ kind: "date", date: props.day }, now, zone, language)
      : "",
  );
  const perMinute = hourHeight / 60;
  const least = width >= WIDE ? LEAST_WIDE_HEIGHT : LEAST_HEIGHT;
  const items = segments.map((it) => ({
    key: it.occurrence.key,
    top: it.from * perMinute,
    height: Math.max(least * textScale(), (it.to - it.from) * perMinute - 2),
  }));
  const { items: placed, more } = placeDay(items, {
    width: Math.max(0, width - LINE - 2 * INSET),
    shareWithin: hourHeight / 2,
    ...(props.isAlone ? { least: LEAST_WIDTH } : {}),
  });
  // The boxes stay the same objects while nothing moves: an event is rendered again when its box changes.
  const boxes = new Map(placed.map((box) => [box.key, { ...box, left: box.left + INSET }]));
  return (
    <section
      aria-labelledby={props.labelledBy}
      className={styles.day}
      style={
        working ? ({ "--from": working.from / 60, "--to": working.to / 60 } as CSSProperties) : undefined
      }
      data-off={working ? undefined : ""}
      data-red={props.isRed || undefined}
    >
      {props.children}
      <ol>
        {segments.map((segment) => {
          const box = boxes.get(segment.occurrence.key);
          if (!box) return null;
          const { key } = segment.occurrence;
          return (
            <EventBlock
              key={key}
              occurrence={segment.occurrence}
              box={box}
              address={props.address}
              saysHowSoon={props.saysHowSoon}
              said={said}
              isSelected={props.selectedKey === key}
              isDragged={props.draggedKey === key}
              tabIndex={props.tabStop === key ? 0 : -1}
              isStart={segment.isStart}
              isEnd={segment.isEnd}
            />
          );
        })}
      </ol>
      {more.map((it) => (
        <CrowdButton
          key={`${it.left} ${it.top}`}
          day={props.day}
          more={{ ...it, left: it.left + INSET, width: it.width - INSET }}
          segments={segments}
          address={props.address}
          onOpen={props.onOpen}
          onOpenDay={props.isAlone ? null : props.onOpenDay}
        />
      ))}
    </section>
  );
}
