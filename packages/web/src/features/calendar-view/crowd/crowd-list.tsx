import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, dayOf, type Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import type { DaySegment } from "../../../grid/day-contents.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { DayEvents } from "../../../grid/day-events.tsx";
import styles from "./crowd-list.module.css";
import { crowdOf, isAtOnce } from "./crowd.ts";

interface CrowdListProps {
  readonly day: Local;
  /** the events of the day, and the keys of those that are not drawn */
  readonly segments: readonly DaySegment[];
  readonly keys: readonly string[];
  readonly anchor: HTMLElement;
  readonly address: string;
  readonly onClose: () => void;
  readonly onOpen: (occurrence: ShownOccurrence) => void;
  /** null where the day is already shown by itself */
  readonly onOpenDay: (() => void) | null;
}

/** Shows the list that "+2" opens in place: everything at its time, drawn or not; a sheet on a phone. */
export function CrowdList(props: CrowdListProps) {
  const { day, segments, keys, anchor, address, onClose, onOpen, onOpenDay } = props;
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const days = useFormats("UTC");
  const [anchorRef] = useState(() => ({ current: anchor }));
  const { from, to, members } = crowdOf(segments, (it) => keys.includes(it.occurrence.key));
  const count = members.length;
  const title = isAtOnce(members) ? t("week.atOnce", { count }) : t("month.events", { count });
  const instant = (minutes: number): number => zone.toInstant(asLocal(day + minutes * MINUTE));
  const date = firstInLine(days.day(day), language);
  return (
    <Popover
      label={`${title}, ${date}`}
      anchor={anchorRef}
      isOpen
      onClose={onClose}
      placement="right top"
      arrow
      className={styles.popover ?? ""}
    >
      <header className={styles.head}>
        <h2>{title}</h2>
        <HowSoon target={{ kind: "date", date: day }} size={16} />
        <p className={styles.when}>
          {date} <b>{formats.timeRange(instant(from), instant(to))}</b>
        </p>
        <span className={styles.week}>{t("format.weekInText", { week: isoWeek(day).week })}</span>
      </header>
      <div className={styles.scroll}>
        <DayEvents
          day={{ number: dayOf(day), names: [], occurrences: members.map((it) => it.occurrence) }}
          address={address}
          onOpen={onOpen}
        />
      </div>
      {onOpenDay ? (
        <footer className={styles.foot}>
          <Button look="quiet" onClick={onOpenDay}>
            {t("month.openDay")}
          </Button>
        </footer>
      ) : null}
    </Popover>
  );
}
