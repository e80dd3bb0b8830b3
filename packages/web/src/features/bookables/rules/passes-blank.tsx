import { readTime } from "@snart/calendar/booking/clock.ts";
import type { Pass } from "@snart/calendar/booking/rules.ts";
import { Plus, X } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TimeBlank } from "./plain-blanks.tsx";
import type { BlankProps } from "./blank-props.ts";
import styles from "./rules.module.css";

/** Slots of a day, each with its start and end; the last one is followed by one as long. */
export function PassesBlank({ name, value, isWrong, noteId, onChange }: BlankProps<readonly Pass[]>) {
  const t = useMessages();
  const change = (at: number, changed: Partial<Pass>): void =>
    onChange(value.map((pass, index) => (index === at ? { ...pass, ...changed } : pass)));
  const rest = { isWrong, noteId };
  return (
    <fieldset className={styles.passes} aria-label={name}>
      {value.map((pass, at) => (
        <span key={at} className={styles.pass}>
          <TimeBlank
            {...rest}
            name={t("rules.passFrom", { number: at + 1, sentence: name })}
            value={pass.from}
            isEnd={false}
            onChange={(from) => change(at, { from: String(from) })}
          />
          <span aria-hidden>–</span>
          <TimeBlank
            {...rest}
            name={t("rules.passTo", { number: at + 1, sentence: name })}
            value={pass.to}
            isEnd
            onChange={(to) => change(at, { to: String(to) })}
          />
          <IconButton
            label={t("rules.passRemove", { from: pass.from, to: pass.to })}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          >
            <X size={14} strokeWidth={2} aria-hidden />
          </IconButton>
        </span>
      ))}
      <IconButton label={t("rules.passAdd")} onClick={() => onChange([...value, following(value.at(-1))])}>
        <Plus size={15} strokeWidth={2} aria-hidden />
      </IconButton>
    </fieldset>
  );
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** A slot as long as the one before it, as far as the day goes. */
function following(last: Pass | undefined): Pass {
  if (!last) return { from: "08:00", to: "10:00" };
  const [from, to] = [readTime(last.from) ?? 0, readTime(last.to, true) ?? 0];
  const length = to > from ? to - from : 120;
  if (to >= 1440 - 60) return { from: "00:00", to: clock(Math.min(from, length)) };
  return { from: clock(to), to: clock(Math.min(to + length, 1440)) };
}
