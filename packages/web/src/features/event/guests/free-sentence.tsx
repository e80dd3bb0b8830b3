import type { Suggestion } from "@snart/calendar/free-busy/find-times.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { useDeferredValue } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import { Button } from "../../../ui/button.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import { betterTimes } from "../availability/free-rows.ts";
import type { Plan } from "../availability/use-plan.ts";
import type { Said } from "../availability/use-said.ts";
import styles from "./strip.module.css";

interface FreeSentenceProps {
  readonly plan: Plan;
  readonly said: Said | null;
  readonly onMove: (start: number) => void;
  readonly onFind: () => void;
}

/** Says who is busy at the chosen time, and when everybody is free. */
export function FreeSentence({ plan, said, onMove, onFind }: FreeSentenceProps) {
  const t = useMessages();
  const { state, isFailed } = plan;
  const isClash = state !== null && state.busy.length + state.away.length > 0;
  return (
    <div className={styles.sentence}>
      {said === null ? (
        <p>{t(isFailed ? "freeBusy.failed" : "freeBusy.loading")}</p>
      ) : (
        <p>
          {said.main} {isClash ? <Next plan={plan} onMove={onMove} /> : null}
        </p>
      )}
      {said?.also.map((line) => (
        <small key={line}>{line}</small>
      ))}
      <Button look="quiet" onClick={onFind}>
        {t("findTime.open")}
      </Button>
    </div>
  );
}

function Next({ plan, onMove }: Pick<FreeSentenceProps, "plan" | "onMove">) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const now = useNow();
  // The next better time can wait while the person drags.
  const { rows, span, state } = useDeferredValue(plan);
  const next = firstForAll(betterTimes(rows, span, zone, { now, most: 20 }));
  if (!next) return t("freeBusy.none");
  const isSoon = next.from - now < 6 * DAY;
  const when = `${isSoon ? formats.shortWeekday(next.from) : formats.shortDay(next.from)} ${formats.time(next.from)}`;
  const there: Span = { start: next.from, end: next.to, allDay: false };
  return (
    <>
      <Sentence
        of={state && state.hidden.length > 0 ? "freeBusy.nextShown" : "freeBusy.next"}
        args={{ when: <b title={formats.dayAndYear(next.from)}>{when}</b> }}
      />{" "}
      <SpanDistance span={there} />{" "}
      <button
        type="button"
        className={styles.move}
        aria-label={t("freeBusy.moveTo", { when })}
        onClick={() => onMove(next.from)}
      >
        {t("freeBusy.move")}
      </button>
    </>
  );
}

/** Returns the first time at which nobody is missing, preferably within everybody's hours. */
const firstForAll = (found: readonly Suggestion[]): Suggestion | undefined => {
  const whole = found.filter(({ missing }) => missing.length === 0);
  return whole.find(({ outside }) => outside.length === 0) ?? whole[0];
};
