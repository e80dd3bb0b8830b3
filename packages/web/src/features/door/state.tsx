import { durationInWords } from "@snart/calendar/distance/distance.ts";
import type { DoorThing, DoorTime } from "@snart/calendar/jmap/door.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useHowSoon, useNearness } from "../../i18n/use-how-soon.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { momentText, type Shown } from "./model.ts";
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
  const formats = useFormats(thing.timeZone);
  const { time } = formats;
  const until = (at: number): string => momentText(at, now, formats);
  const { current, freeUntil } = shown;
  if (shown.state === "free")
    return freeUntil === undefined ? null : <FreeFor thing={thing} until={freeUntil} next={shown.next[0]} />;
  if (!current) return <Reasons thing={thing} reasons={shown.reasons} />;
  const { end, releasedAt, hereSince } = current;
  const who = current.who === null ? null : isolated(current.who);
  return (
    <>
      <HowSoonEnds at={releasedAt ?? end} of={releasedAt === null ? "door.ends" : "door.releases"} />
      <p className={styles.line}>
        {who === null ? (
          t("door.until", { time: until(end) })
        ) : (
          <Sentence of="door.whoUntil" args={{ who: <b>{who}</b>, time: until(end) }} />
        )}{" "}
        {releasedAt === null ? null : (
          <Sentence of="door.unlessSomebody" args={{ time: <b>{time(releasedAt)}</b> }} />
        )}
        {hereSince === null ? null : t("door.hereSince", { time: time(hereSince) })}
      </p>
      <Progress {...current} end={releasedAt ?? end} timeZone={thing.timeZone} />
    </>
  );
}

/** How soon it changes, all of it in the voice of distance. */
function HowSoonEnds({ at, of }: { readonly at: number; readonly of: "door.ends" | "door.releases" }) {
  const t = useMessages();
  const target = { kind: "instant", at } as const;
  const distance = useHowSoon(target);
  const warmth = useNearness(target);
  return (
    <p className={styles.soon}>
      <DistanceText text={t(of, { distance })} warmth={warmth} />
    </p>
  );
}

/** For how long it can be had, and what ends that. */
function FreeFor({
  thing,
  until,
  next,
}: {
  readonly thing: DoorThing;
  readonly until: number;
  readonly next: DoorTime | undefined;
}) {
  const now = useNow();
  const language = useLanguage();
  const formats = useFormats(thing.timeZone);
  const warmth = useNearness({ kind: "instant", at: until });
  const who = next?.start === until && next.state === "taken" ? next.who : null;
  return (
    <>
      <p className={styles.soon}>
        <Sentence
          of="door.freeFor"
          args={{ length: <DistanceText text={durationInWords(until - now, language)} warmth={warmth} /> }}
        />
      </p>
      <p className={styles.line}>
        <Sentence
          of={who === null ? "door.freeUntil" : "door.freeUntilThen"}
          args={{ time: <b>{momentText(until, now, formats)}</b>, who: isolated(who ?? "") }}
        />
      </p>
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
  const formats = useFormats(timeZone);
  const share = Math.min(1, Math.max(0, (now - start) / (end - start)));
  return (
    <div className={styles.progress} aria-hidden>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none">
        <rect width="100" height="2" className={styles.track} />
        <rect width={share * 100} height="2" className={styles.done} />
      </svg>
      <span>{momentText(start, now, formats)}</span>
      <span>{momentText(end, now, formats)}</span>
    </div>
  );
}
