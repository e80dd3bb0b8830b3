import type { DoorRecord, DoorThing, DoorTime } from "@snart/calendar/jmap/door.ts";
import { Children, type ReactNode } from "react";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { spanText } from "./model.ts";
import styles from "./door.module.css";

interface AsideProps {
  readonly door: DoorRecord;
  readonly thing: DoorThing;
  readonly next: readonly DoorTime[];
  readonly onChoose: (id: string) => void;
  /** in place of what follows: who somebody is that wants something */
  readonly children?: ReactNode;
  /** without a network its code is an old one */
  readonly isAway: boolean;
  /** what can be done with what follows */
  readonly foot: ReactNode;
}

/** More things are chosen from a list. */
const MOST_SEGMENTS = 3;

/** The clock, what follows, and the other things that the screen shows. */
export function Aside({ door, thing, next, onChoose, children, foot, isAway }: AsideProps) {
  const t = useMessages();
  const now = useNow();
  const { time, shortDay } = useFormats(thing.timeZone);
  const { week } = isoWeek((ianaZone(thing.timeZone) ?? UTC).toLocal(now));
  const isAsked = Children.toArray(children).length > 0;
  const options = door.things.map(({ id, name }) => ({ value: id, label: isolated(name) }));
  const choice = { label: t("door.things"), value: thing.id, onChange: onChoose };
  return (
    <aside className={styles.aside} aria-label={t("door.later")}>
      <p className={styles.clock}>
        <b>{time(now)}</b>
        <span>{t("door.day", { date: shortDay(now), week })}</span>
      </p>
      {isAsked ? (
        children
      ) : (
        <>
          <h2 className={styles.later}>{t("door.later")}</h2>
          <ul className={styles.next}>
            {next.slice(0, 3).map((one) => (
              <NextTime key={one.start} time={one} timeZone={thing.timeZone} />
            ))}
          </ul>
          {next.length === 0 ? <p className={styles.quiet}>{t("door.noNext")}</p> : null}
        </>
      )}
      <div className={styles.foot}>
        {isAsked || thing.code === null || isAway ? null : <Code code={thing.code} />}
        {isAsked ? null : foot}
        {options.length > MOST_SEGMENTS ? <Select {...choice} options={options} /> : null}
        {options.length > 1 && options.length <= MOST_SEGMENTS ? (
          <SegmentedControl {...choice} size={34} segments={options} />
        ) : null}
      </div>
    </aside>
  );
}

/** What a phone that stands here is asked for; another one each minute. */
function Code({ code }: { readonly code: string }) {
  return (
    <p className={styles.code}>
      <Sentence
        of="door.code"
        args={{ code: <b translate="no">{code.replace(/(\d{3})(?=\d)/, "$1 ")}</b> }}
      />
    </p>
  );
}

function NextTime({
  time: { start, end, state, who },
  timeZone,
}: {
  readonly time: DoorTime;
  readonly timeZone: string;
}) {
  const t = useMessages();
  const now = useNow();
  const formats = useFormats(timeZone);
  const zone = ianaZone(timeZone) ?? UTC;
  const isToday = dayOf(zone.toLocal(start)) === dayOf(zone.toLocal(now));
  return (
    <li>
      <b>
        {isToday ? null : `${formats.shortDay(start)} `}
        {spanText(start, end, formats)}
      </b>
      <span>{state === "taken" && who !== null ? isolated(who) : t("door.nextState", { state })}</span>
      <HowSoon target={{ kind: "instant", at: start }} />
    </li>
  );
}
