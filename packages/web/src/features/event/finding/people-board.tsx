import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { useRef, useState } from "react";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { useElementSize } from "../../../ui/use-element-size.ts";
import type { FreeRow } from "../availability/free-rows.ts";
import { PeopleRows } from "./people-rows.tsx";
import { ProposalBand } from "./proposal-band.tsx";
import { followedTimeline, timelineOf, type Timeline } from "./timeline.ts";
import type { Proposal } from "./use-proposal.ts";
import type { RoomPick } from "./use-room-pick.ts";
import styles from "./people-board.module.css";

interface PeopleBoardProps {
  readonly rows: readonly FreeRow[];
  readonly proposal: Proposal;
  /** what the proposed time asks of people, in words */
  readonly said: string;
  /** the viewer's own events that take time */
  readonly own: readonly ShownOccurrence[];
  readonly pick: RoomPick;
}

/** A day narrower than this has no room for its hours, px. */
const LEAST_DAY = 170;
const MOST_DAYS = 3;

/** Shows people and rooms beneath each other on one scale of days and hours, and the proposed time across them. */
export function PeopleBoard({ rows, proposal, said, own, pick }: PeopleBoardProps) {
  const scale = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(scale);
  const count = Math.min(MOST_DAYS, Math.max(1, Math.floor(width / LEAST_DAY)));
  const timeline = useTimeline(rows, proposal, count);
  return (
    <div className={styles.board}>
      <div className={styles.heads}>
        <span />
        <div ref={scale} className={styles.days}>
          {timeline.days.map((day) => (
            <DayHead key={day} day={day} timeline={timeline} width={width / timeline.days.length} />
          ))}
        </div>
      </div>
      <div className={styles.body}>
        <div className={styles.lines} aria-hidden>
          {timeline.days.map((day) => (
            <span
              key={day}
              style={{ backgroundSize: `${(200 * HOUR) / (timeline.to - timeline.from)}% 100%` }}
            />
          ))}
        </div>
        <PeopleRows
          rows={rows}
          timeline={timeline}
          width={width}
          proposal={proposal.proposal}
          own={own}
          pick={pick}
        />
        <ProposalBand timeline={timeline} proposal={proposal} said={said} />
      </div>
    </div>
  );
}

/** Returns a timeline that stays while the proposal is on it. */
function useTimeline(rows: readonly FreeRow[], { proposal }: Proposal, count: number): Timeline {
  const viewer = useViewerZone();
  const of = { span: proposal, viewer, count, week: rows.find(({ key }) => key === "")?.hours };
  const [timeline, setTimeline] = useState(() => timelineOf(of));
  const next = followedTimeline(timeline, of);
  if (next !== timeline) setTimeline(next);
  return next;
}

interface DayHeadProps {
  readonly day: Timeline["days"][number];
  readonly timeline: Timeline;
  /** of the day, px */
  readonly width: number;
}

/** An hour's label needs so much room, px. */
const LEAST_HOUR = 24;

function DayHead({ day, timeline: { from, to, viewer }, width }: DayHeadProps) {
  const formats = useFormats("UTC");
  const hours = (to - from) / HOUR;
  const every = [1, 2, 3, 4, 6].find((it) => (width / hours) * it >= LEAST_HOUR * 1.6) ?? 6;
  const first = from / HOUR;
  const marks = Array.from({ length: hours }, (_, index) => first + index).filter(
    (hour) => hour % every === 0 && hour > first && hour < to / HOUR,
  );
  return (
    <div className={styles.day}>
      <h2>
        <b>{formats.dayNumber(day)}</b> <span>{formats.shortWeekday(day)}</span>{" "}
        <HowSoon target={{ kind: "date", date: viewer.toLocal(viewer.toInstant(day)) }} size={13} />
      </h2>
      <span className={styles.hours} aria-hidden>
        {marks.map((hour) => (
          <span key={hour} style={{ left: `${((hour - first) / hours) * 100}%` }}>
            {formats.hour(asLocal(hour * HOUR)).replace(/:00$/, "")}
          </span>
        ))}
      </span>
    </div>
  );
}
