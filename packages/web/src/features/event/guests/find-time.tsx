import type { GroupedTimes, Suggestion } from "@snart/calendar/free-busy/find-times.ts";
import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import { atTime, groupedTimes, isOutsideHours } from "./free-rows.ts";
import { PeopleColumns } from "./people-columns.tsx";
import type { Plan } from "./use-plan.ts";
import { useSaid } from "./use-said.ts";
import styles from "./find-time.module.css";

interface FindTimeProps {
  readonly plan: Plan;
  readonly onChoose: (start: number) => void;
  readonly onClose: () => void;
}

const SHOWN = 6;

const GROUPS = [
  ["within", "findTime.within"],
  ["missing", "findTime.giveWay"],
  ["outside", "findTime.outside"],
] as const;

/**
 * Shows times that suit everybody, with the best chosen and how soon each is, and everybody's day side by side. Times
 * within working hours come first, then those without somebody; others are folded, unless the event is at such a time.
 */
export function FindTime({ plan, onChoose, onClose }: FindTimeProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const now = useNow();
  const [after, setAfter] = useState(0);
  const [chosen, setChosen] = useState(0);
  const grouped = groupedTimes(plan.rows, plan.span, zone, { now, most: SHOWN, after });
  const found = GROUPS.flatMap(([group]) => grouped[group]);
  // The best time is preselected.
  const one = found.find(({ from }) => from === chosen) ?? found[0];
  const last = Math.max(...(grouped.within.length > 0 ? grouped.within : found).map(({ to }) => to));
  const turn = (at: number): void => {
    setAfter(at);
    setChosen(0);
  };
  return (
    <Dialog
      title={t("findTime.title")}
      isOpen
      onClose={onClose}
      width={880}
      footer={
        <>
          {after > 0 ? (
            <Button size={36} look="quiet" onClick={() => turn(0)}>
              {t("findTime.first")}
            </Button>
          ) : null}
          {found.length >= SHOWN ? (
            <Button size={36} look="quiet" onClick={() => turn(last)}>
              {t("findTime.later")}
            </Button>
          ) : null}
          <Button size={36} onClick={onClose}>
            {t("action.cancel")}
          </Button>
          {one ? (
            <Button size={36} look="primary" onClick={() => onChoose(one.from)}>
              {t("freeBusy.moveTo", { when: `${formats.shortDay(one.from)} ${formats.time(one.from)}` })}
            </Button>
          ) : null}
        </>
      }
    >
      <Lead plan={plan} />
      {one ? (
        <div className={styles.both}>
          <div role="radiogroup" aria-label={t("findTime.suggestions")} className={styles.list}>
            <Groups plan={plan} grouped={grouped} chosen={one} onChoose={setChosen} onTake={onChoose} />
          </div>
          <PeopleColumns rows={plan.rows} span={{ start: one.from, end: one.to, allDay: false }} />
        </div>
      ) : (
        <p className={styles.none}>{t("findTime.none")}</p>
      )}
    </Dialog>
  );
}

interface GroupsProps {
  readonly plan: Plan;
  readonly grouped: GroupedTimes;
  readonly chosen: Suggestion;
  readonly onChoose: (start: number) => void;
  readonly onTake: (start: number) => void;
}

function Groups({ plan, grouped, chosen, onChoose, onTake }: GroupsProps) {
  const t = useMessages();
  const { rows, span } = plan;
  const [isOpen, setOpen] = useState(() => isOutsideHours(rows, span));
  const isAlone = grouped.within.length + grouped.missing.length === 0;
  return GROUPS.filter(([group]) => grouped[group].length > 0).map(([group, word]) =>
    group === "outside" && !isOpen && !isAlone ? (
      <Button key={group} look="quiet" className={styles.unfold} onClick={() => setOpen(true)}>
        <ChevronRight size={15} strokeWidth={1.8} aria-hidden />
        {t("findTime.outsideCount", { count: grouped.outside.length })}
      </Button>
    ) : (
      <Fragment key={group}>
        <h3 className={styles.group}>{t(word)}</h3>
        {grouped[group]
          // The list is in order of time.
          .toSorted((a, b) => a.from - b.from)
          .map((it) => (
            <Row
              key={it.from}
              plan={plan}
              suggestion={it}
              isChosen={it === chosen}
              onChoose={() => onChoose(it.from)}
              onTake={() => onTake(it.from)}
            />
          ))}
      </Fragment>
    ),
  );
}

function Lead({ plan: { span, rows } }: Pick<FindTimeProps, "plan">) {
  const t = useMessages();
  const total = Math.round((span.end - span.start) / MINUTE);
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  const length =
    hours === 0
      ? t("length.shortMinutes", { minutes })
      : minutes === 0
        ? t("length.shortHours", { hours })
        : t("length.shortHoursMinutes", { hours, minutes });
  return <p className={styles.lead}>{t("findTime.lead", { length, count: rows.length - 1 })}</p>;
}

interface RowProps extends Pick<FindTimeProps, "plan"> {
  readonly suggestion: Suggestion;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onTake: () => void;
}

function Row({ plan: { rows }, suggestion, isChosen, onChoose, onTake }: RowProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const say = useSaid();
  const formats = useFormats(zone.id);
  const { from, to, missing, rooms } = suggestion;
  const span = { start: from, end: to, allDay: false };
  const named = (ids: readonly string[]): string =>
    listOf(
      rows
        .filter(({ key }) => ids.includes(key))
        .map(({ key, name }) => (key === "" ? t("freeBusy.toYou") : isolated(name))),
      language,
    );
  const notes = [
    ...(missing.length > 0 ? [t("findTime.missing", { names: named(missing) })] : []),
    ...say(atTime(rows, span, zone), span).also,
    ...(rooms.length > 0 ? [t("findTime.rooms", { names: named(rooms.slice(0, 1)) })] : []),
  ];
  const day = to - from < DAY ? formats.shortDay(from) : formats.day(from);
  return (
    <label className={styles.row}>
      <input
        type="radio"
        name="time"
        checked={isChosen}
        onChange={onChoose}
        onDoubleClick={onTake}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          onTake();
        }}
      />
      <span>
        <b>
          {day} {formats.timeRange(from, to)}
        </b>
        <SpanDistance span={span} size={16} className={styles.distance ?? ""} />
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </span>
    </label>
  );
}
