import { Plus } from "lucide-react";
import { useState, type FormEvent } from "react";
import { LONGEST_QUICK_ADD } from "../../grammar/longest-line.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { UnsureWords } from "../../ui/unsure-words.tsx";
import { repeatFromJs, useRepeatSentence } from "../event/model.ts";
import { dueTarget } from "./due-target.ts";
import { readTask, type TaskReading } from "./read-task.ts";
import { useTaskActions } from "./use-task-actions.tsx";
import styles from "./task-add.module.css";

interface TaskAddProps {
  /** lists that may be written, the usual one first */
  readonly lists: readonly CalendarEntry[];
  /** the UID of the new task's parent */
  readonly partOf?: string;
  readonly label: string;
  readonly placeholder: string;
}

/** Turns one line of words into a task; beneath it the understood parts are shown while it is typed. */
export function TaskAdd({ lists, partOf, label, placeholder }: TaskAddProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = zone.toLocal(useNow());
  const { add } = useTaskActions();
  const [line, setLine] = useState("");
  const [usual] = lists;
  const monthFirst = useMonthFirst();
  if (!usual) return <p className={styles.nowhere}>{t("tasks.nowhere")}</p>;
  const reading = line.trim() === "" ? null : readTask(line, now, zone, lists, usual, monthFirst);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!reading || reading.title === "") return;
    const { title, due, rule, priority, list } = reading;
    add(
      {
        title,
        due,
        calendarId: list.id,
        partOf,
        ...(rule && { recurrenceRule: rule }),
        ...(priority > 0 && { priority }),
      },
      list,
    );
    setLine("");
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Plus size={17} strokeWidth={1.8} aria-hidden />
      <input
        className={styles.field}
        aria-label={label}
        placeholder={placeholder}
        value={line}
        maxLength={LONGEST_QUICK_ADD}
        autoComplete="off"
        data-task-add
        onChange={(event) => setLine(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || line === "") return;
          event.stopPropagation();
          setLine("");
        }}
      />
      {reading ? <Understood line={line} reading={reading} /> : null}
    </form>
  );
}

interface UnderstoodProps {
  readonly line: string;
  readonly reading: TaskReading;
}

function Understood({ line, reading }: UnderstoodProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const sentence = useRepeatSentence();
  const { due, rule, list, title, priority } = reading;
  const at = due && zone.toInstant(due.local);
  const from = due && (due.allDay ? { start: due.local, allDay: true } : { start: due.local, zone });
  return (
    <p className={styles.understood} aria-live="polite">
      {title === "" ? <span>{t("tasks.needsTitle")}</span> : <b>{title}</b>}
      {due && at !== null ? (
        <>
          <span>{formats.shortDay(at) + (due.allDay ? "" : ` ${formats.time(at)}`)}</span>
          <HowSoon target={dueTarget({ at, allDay: due.allDay }, zone)} />
        </>
      ) : (
        <span>{t("tasks.group.noDate")}</span>
      )}
      {rule && from ? <span>{sentence(repeatFromJs(rule, from), from)}</span> : null}
      {priority > 0 ? <span>{t("tasks.priority.high")}</span> : null}
      <span className={styles.where}>
        <Swatch colour={list.colour} /> {list.name}
      </span>
      <UnsureWords line={line} words={reading.unsure} />
    </p>
  );
}
