import type { Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import type { MonthDay } from "./week-contents.ts";
import { DayEvents } from "../../grid/day-events.tsx";
import styles from "./day-list.module.css";

export interface DayListProps {
  readonly day: MonthDay;
  readonly anchor: HTMLElement;
  readonly address: string;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
  readonly onOpen: (occurrence: ShownOccurrence) => void;
  readonly onOpenDay: (day: Local) => void;
  readonly onNew: (day: Local) => void;
}

/** Shows the list that "+3 more" opens in place: everything on its day, under date and distance. */
export function DayList(props: DayListProps) {
  const { day, onClose } = props;
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const [anchorRef] = useState(() => ({ current: props.anchor }));
  const date = firstInLine(formats.day(day.day), language);
  return (
    <Popover
      label={t("month.dayList", { day: date })}
      anchor={anchorRef}
      isOpen
      onClose={onClose}
      placement="right top"
      className={styles.popover ?? ""}
    >
      <header className={styles.head} data-red={day.isRed || undefined}>
        <h2>{date}</h2>
        <HowSoon target={{ kind: "date", date: day.day }} size={16} />
      </header>
      <div className={styles.scroll}>
        <DayEvents day={day} address={props.address} onOpen={props.onOpen} />
      </div>
      <footer className={styles.foot}>
        <Button look="quiet" onClick={() => props.onOpenDay(day.day)}>
          {t("month.openDay")}
        </Button>
        {props.mayWrite ? (
          <Button look="quiet" onClick={() => props.onNew(day.day)}>
            {t("month.newOnDay")}
          </Button>
        ) : null}
      </footer>
    </Popover>
  );
}
