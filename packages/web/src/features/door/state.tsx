import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useLengthText } from "../../i18n/use-length-text.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { Shown } from "./model.ts";
import { Reasons } from "./reasons.tsx";
import { StateMark } from "./state-mark.tsx";
import styles from "./door.module.css";

interface StateProps {
  readonly thing: DoorThing;
  readonly shown: Shown;
  /** nothing has been heard for so long that nothing is sure */
  readonly isOld: boolean;
}

/** Red or green, in words and by shape; who and until when as far as may be told; how soon it changes. */
export function State({ thing, shown, isOld }: StateProps) {
  const t = useMessages();
  const { name, place, capacity } = thing;
  const state = isOld ? "unknown" : shown.state;
  const about = place !== "" ? place : capacity === null ? "" : t("door.capacity", { count: capacity });
  return (
    <>
      <p className={styles.thing}>
        <b>{isolated(name)}</b> {isolated(about)}
      </p>
      <h1 className={styles.word} data-state={state}>
        <StateMark state={state} />
        {t("door.state", { state })}
      </h1>
      {isOld ? <p className={styles.line}>{t("door.old")}</p> : <Facts thing={thing} shown={shown} />}
    </>
  );
}

function Facts({ thing, shown }: Omit<StateProps, "isOld">) {
  const t = useMessages();
  const now = useNow();
  const length = useLengthText();
  const { time } = useFormats(thing.timeZone);
  const { current, freeUntil } = shown;
  if (shown.state === "free")
    return freeUntil === undefined ? null : (
      <>
        <p className={styles.soon}>
          <Sentence of="door.freeFor" args={{ length: <DistanceText text={length(freeUntil - now)} /> }} />
        </p>
        <p className={styles.line}>{t("door.freeUntil", { time: time(freeUntil) })}</p>
      </>
    );
  if (!current) return <Reasons thing={thing} reasons={shown.reasons} />;
  const { end, releasedAt, hereSince } = current;
  const who = current.who === null ? null : isolated(current.who);
  return (
    <>
      <p className={styles.soon}>
        <Sentence
          of={releasedAt === null ? "door.ends" : "door.releases"}
          args={{ distance: <HowSoon target={{ kind: "instant", at: releasedAt ?? end }} /> }}
        />
      </p>
      <p className={styles.line}>
        {who === null ? t("door.until", { time: time(end) }) : t("door.whoUntil", { who, time: time(end) })}{" "}
        {releasedAt === null ? null : t("door.unlessSomebody", { time: time(releasedAt) })}
        {hereSince === null ? null : t("door.hereSince", { time: time(hereSince) })}
      </p>
      <Progress {...current} end={releasedAt ?? end} timeZone={thing.timeZone} />
    </>
  );
}

/** How much of it is over. */
function Progress({
  start,
  end,
  timeZone,
}: {
  readonly start: number;
  readonly end: number;
  readonly timeZone: string;
}) {
  const now = useNow();
  const { time } = useFormats(timeZone);
  const share = Math.min(1, Math.max(0, (now - start) / (end - start)));
  return (
    <div className={styles.progress} aria-hidden>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none">
        <rect width="100" height="2" className={styles.track} />
        <rect width={share * 100} height="2" className={styles.done} />
      </svg>
      <span>{time(start)}</span>
      <span>{time(end)}</span>
    </div>
  );
}
