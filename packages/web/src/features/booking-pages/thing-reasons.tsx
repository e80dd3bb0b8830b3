import type { RefusedThing } from "@snart/calendar/booking-page/refused-thing.ts";
import { reasonSentence } from "@snart/calendar/booking/sentence/reason-sentence.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { DistanceText } from "../../ui/distance/distance.tsx";
import styles from "./screen.module.css";

interface ThingReasonsProps {
  readonly things: readonly RefusedThing[];
  /** of the time that was asked about, ms UTC */
  readonly start: number;
}

/** Why each thing that a page needs cannot be had at a time, with every reason that its own rules give. */
export function ThingReasons({ things, start }: ThingReasonsProps) {
  const t = useMessages();
  return (
    <ul className={styles.things}>
      {things.map((thing) => (
        <li key={thing.id}>
          <b>{thing.name === "" ? t("bookingPages.roomGone") : isolated(thing.name)}</b>
          {thing.of === "rules" ? (
            <RuleReasons thing={thing} start={start} />
          ) : (
            <p>{t("bookingPages.why.thing", { of: thing.of })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function RuleReasons({
  thing: { mode = "free", timeZone, reasons, isGuests, id, name },
  start,
}: {
  readonly thing: RefusedThing;
  readonly start: number;
}) {
  const t = useMessages();
  const language = useLanguage();
  const now = useNow();
  const zone = ianaZone(timeZone ?? "") ?? UTC;
  const whom = isGuests
    ? { whom: "other" as const, name: t("bookingPages.why.aGuest") }
    : { whom: "you" as const };
  const context = {
    language,
    now,
    zone,
    mode,
    start,
    ...whom,
    groupName: () => t("bookables.anotherGroup"),
    sourceName: (source: string) => (source === id ? isolated(name) : source),
  };
  return (
    <ul>
      {reasons.map((reason, at) => {
        const { key, args } = reasonSentence(reason, context);
        const { soon } = args;
        return (
          <li key={at}>
            <Sentence
              of={key}
              args={{ ...args, ...(soon ? { soon: <DistanceText text={String(soon)} /> } : {}) }}
            />
          </li>
        );
      })}
    </ul>
  );
}
