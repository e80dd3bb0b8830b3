import { addDays, asLocal, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { readDay } from "../../grammar/read-place.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { localDateText } from "../../store/items/local-text.ts";

interface TypedDayOptions {
  readonly value: Local;
  readonly since: Local | undefined;
  readonly onChange: (day: Local) => void;
  readonly openCalendar: () => void;
}

/** The state of a date field into which the person types. */
interface TypedDay {
  /** the day that the text means; null if it is empty or no date */
  readonly day: Local | null;
  /** a sentence about an invalid text, once the person has left the field */
  readonly problem: string | null;
  /** id of the element that shows either */
  readonly noteId: string;
  /** sets a day that was chosen elsewhere */
  readonly take: (day: Local) => void;
  readonly input: ComponentProps<"input">;
}

/** Remembers the typed text until Enter or leaving the field accepts it; Escape restores the former day. */
export function useTypedDay({ value, since, onChange, openCalendar }: TypedDayOptions): TypedDay {
  const { shortDayAndYear } = useFormats("UTC");
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const { day, problem } = useReading(typed?.trim() ?? "", value, since);
  // The form is not sent while the field holds a text that would be lost.
  useEffect(() => field.current?.setCustomValidity(problem ?? ""), [problem]);

  const write = (next: string | null): void => {
    setTyped(next);
    setLeft(false);
  };
  const take = (next: Local): void => {
    write(null);
    if (next !== value) onChange(next);
  };
  const leave = (): void => {
    if (problem !== null) setLeft(true);
    else if (day === null) write(null);
    else take(day);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (event.altKey) openCalendar();
      else write(shortDayAndYear(addDays(day ?? value, step)));
    }
    if (typed === null || event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      // Ctrl Enter also reaches the form, which then has the new day.
      flushSync(leave);
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    }
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    write(null);
  };
  return {
    day,
    problem: isLeft ? problem : null,
    noteId,
    take,
    input: {
      ref: field,
      value: typed ?? shortDayAndYear(value),
      onFocus: (event) => event.currentTarget.select(),
      onChange: (event) => write(event.currentTarget.value),
      onBlur: leave,
      onKeyDown,
      onInvalid: (event) => {
        event.preventDefault();
        setLeft(true);
        event.currentTarget.focus();
      },
    },
  };
}

/** Reads the text of a day field; an empty one has neither a day nor a problem. */
function useReading(
  text: string,
  value: Local,
  since: Local | undefined,
): { readonly day: Local | null; readonly problem: string | null } {
  const t = useMessages();
  const zone = useViewerZone();
  const monthFirst = useMonthFirst();
  const { dayOfMonth } = useFormats("UTC");
  const today = useAtNow((now) => startOfDay(zone.toLocal(now)));
  if (text === "") return { day: null, problem: null };
  const day = readDay(text, { today, since: since ?? asLocal(Math.min(today, value)), monthFirst });
  if (day !== undefined) return { day, problem: null };
  const [example, iso] = [inOneLine(dayOfMonth(value)), inOneLine(localDateText(value))];
  return { day: null, problem: t("dateField.unreadable", { text: isolated(text), example, iso }) };
}

/** Joins the words of a date so that no line break parts them. */
const inOneLine = (date: string): string => date.replaceAll(" ", "\u00a0").replaceAll("-", "-\u2060");
