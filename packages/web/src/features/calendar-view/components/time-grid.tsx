import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { asLocal, dayOf, timeOfDay } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import type { CSSProperties, MouseEvent, ReactNode } from "react";
import { clockNow, useAtNow } from "../../../i18n/clock.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import type { Span } from "../../../store/span.ts";
import { useElementSize } from "../../../ui/use-element-size.ts";
import type { ViewContents } from "../day-contents.ts";
import { almanacRegion, isRedDay } from "../red-days.ts";
import { AllDayLane } from "./all-day-lane.tsx";
import { DayColumn } from "./day-column.tsx";
import { DayHeader } from "./day-header.tsx";
import { DragPreview } from "./drag-preview.tsx";
import { NowLine } from "./now-line.tsx";
import { useGridDrag } from "./use-grid-drag.ts";
import { useRovingEvent } from "./use-roving-event.ts";
import styles from "./time-grid.module.css";

export interface TimeGridProps {
  readonly days: readonly Local[];
  readonly contents: ViewContents;
  readonly hourHeight: number;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly selectedKey: string | null;
  /** stays drawn while its event is being named */
  readonly draft: Span | null;
  readonly isPhone: boolean;
  readonly onOpen: (occurrence: ShownOccurrence, element: HTMLElement) => void;
  readonly onSelect: (span: Span, element: HTMLElement) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, copies: boolean) => void;
  readonly onTurn: (direction: 1 | -1) => void;
  readonly onOpenDay: (day: Local) => void;
  /** shown in place of events that are not here yet */
  readonly placeholder: ReactNode;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Days side by side with their hours: the week, and the day. */
export function TimeGrid(props: TimeGridProps) {
  const { days, contents, hourHeight, draft } = props;
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(body);
  const headerId = useId();
  const roving = useRovingEvent(contents, clockNow());
  const occurrenceOf = (key: string): ShownOccurrence | undefined =>
    [...contents.lane, ...contents.days.flat()].find((it) => it.occurrence.key === key)?.occurrence;
  const { drag, onPointerDown, endsDrag } = useGridDrag(
    scroller,
    {
      columns: () => body.current?.getBoundingClientRect(),
      lane: () => lane.current?.getBoundingClientRect(),
      days,
      hourHeight,
      zone,
      occurrenceOf,
      onSelect: (span) => requestAnimationFrame(() => props.onSelect(span, previewElement(scroller.current))),
      onDrop: props.onDrop,
    },
    props.onTurn,
  );
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-event]") : null;
    const occurrence = element && !endsDrag() ? occurrenceOf(element.dataset["event"] ?? "") : undefined;
    if (element && occurrence) {
      roving.setTabStop(occurrence.key);
      props.onOpen(occurrence, element);
    }
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const rect = body.current?.getBoundingClientRect();
    const isFree = event.target instanceof Element && !event.target.closest("[data-event], button");
    if (!rect || !isFree || event.clientY < (lane.current?.getBoundingClientRect().bottom ?? 0)) return;
    const day = days[Math.floor(((event.clientX - rect.left) / rect.width) * days.length)];
    if (day === undefined) return;
    const hour = Math.floor((event.clientY - rect.top) / hourHeight);
    const start = zone.toInstant(asLocal(day + hour * HOUR));
    const span = { start, end: start + HOUR, allDay: false };
    props.onSelect(span, previewElement(scroller.current));
  };
  useStartHour(scroller, hourHeight, days);

  const region = almanacRegion(zone.id, language);
  const shown = drag
    ? { span: drag.span, occurrence: drag.occurrence }
    : draft
      ? { span: draft, occurrence: null }
      : null;
  const draggedKey = drag?.occurrence && !drag.copies ? drag.occurrence.key : null;
  const preview = shown ? (
    <DragPreview
      {...shown}
      days={days}
      hourHeight={hourHeight}
      address={props.address}
      hasTip={drag !== null}
    />
  ) : null;
  const common = {
    address: props.address,
    saysHowSoon: props.saysHowSoon,
    selectedKey: props.selectedKey,
    draggedKey,
    tabStop: roving.tabStop,
  };
  const geometry = { "--columns": days.length, "--hour": `${hourHeight}px` } as CSSProperties;
  return (
    // The grid hears what its events are pressed and typed on; the events themselves are the buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={scroller}
      className={styles.scroller}
      style={geometry}
      data-dragging={drag ? drag.grip.kind : undefined}
      data-phone={props.isPhone || undefined}
      onPointerDown={onPointerDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onKeyDown={roving.onKeyDown}
    >
      <div className={styles.head}>
        {props.isPhone ? null : (
          <div className={styles.dates} data-no-drag="">
            <WeekCell day={days[0]} />
            {days.map((day) => (
              <DayHeader
                key={day}
                id={`${headerId}-${dayOf(day)}`}
                day={day}
                isRed={isRedDay(day, region)}
                isAlone={days.length === 1}
                onOpen={() => props.onOpenDay(day)}
              />
            ))}
          </div>
        )}
        <div className={styles.laneRow}>
          <span className={styles.laneLabel}>{t("week.allDay")}</span>
          <AllDayLane
            laneRef={lane}
            days={days}
            items={contents.lane}
            columnWidth={width / days.length}
            {...common}
          >
            {shown?.span.allDay ? preview : null}
          </AllDayLane>
        </div>
      </div>
      <div className={styles.hours}>
        <HourLabels hourHeight={hourHeight} days={days} />
        <div ref={body} className={styles.body}>
          {days.map((day, index) => (
            <DayColumn
              key={day}
              day={day}
              labelledBy={`${headerId}-${dayOf(day)}`}
              segments={contents.days[index] ?? []}
              width={width / days.length}
              hourHeight={hourHeight}
              isRed={isRedDay(day, region)}
              onMore={() => props.onOpenDay(day)}
              {...common}
            />
          ))}
          {props.placeholder}
          <NowLine days={days} hourHeight={hourHeight} />
          {shown && !shown.span.allDay ? preview : null}
        </div>
      </div>
    </div>
  );
}

const previewElement = (root: HTMLElement | null): HTMLElement =>
  root?.querySelector<HTMLElement>("[data-drag-preview]") ?? root ?? document.body;

function WeekCell({ day }: { readonly day: Local | undefined }) {
  const t = useMessages();
  if (day === undefined) return <span />;
  return (
    <div className={styles.week}>
      <span className={styles.weekNumber}>{isoWeek(day).week}</span>
      <span className={styles.weekWord}>{t("week.week")}</span>
    </div>
  );
}

/** The hours in the gutter; the one that the now pill would touch steps aside. */
function HourLabels({ hourHeight, days }: { readonly hourHeight: number; readonly days: readonly Local[] }) {
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const covered = useAtNow((now) => {
    const local = zone.toLocal(now);
    if (!days.some((day) => dayOf(day) === dayOf(local))) return -1;
    const minutes = timeOfDay(local) / MINUTE;
    const nearest = Math.round(minutes / 60);
    return Math.abs(minutes - nearest * 60) <= 18 ? nearest : -1;
  });
  return (
    <div className={styles.gutter} aria-hidden>
      {HOURS.map((hour) =>
        hour === 0 || hour === covered ? null : (
          <span key={hour} className={styles.hourLabel} style={{ top: hour * hourHeight }}>
            {formats.time(hour * HOUR)}
          </span>
        ),
      )}
    </div>
  );
}

const FIRST_HOUR = 7;

/** Opens an hour before working hours, or so that now is in sight when it is late in the day. */
function useStartHour(
  scroller: React.RefObject<HTMLElement | null>,
  hourHeight: number,
  days: readonly Local[],
): void {
  const zone = useViewerZone();
  const start = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    const local = zone.toLocal(clockNow());
    const hour = timeOfDay(local) / HOUR;
    const shown = element.clientHeight / hourHeight - 3;
    const isNear = days.some((day) => dayOf(day) === dayOf(local));
    const first = isNear && hour > FIRST_HOUR + shown ? hour - 1.5 : FIRST_HOUR;
    element.scrollTo({ top: first * hourHeight - hourHeight / 4 });
  });
  useLayoutEffect(() => start(), []);
}
