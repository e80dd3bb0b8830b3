import type { Reason } from "@snart/calendar/booking/reason.ts";
import { reasonSentence } from "@snart/calendar/booking/sentence/reason-sentence.ts";
import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { DistanceText } from "../../ui/distance/distance.tsx";
import styles from "./door.module.css";

interface ReasonsProps {
  readonly thing: DoorThing;
  readonly reasons: readonly Reason[];
  /** of the household that asked; absent: nobody did */
  readonly name?: string;
}

/** Every reason why something cannot be booked, as sentences. */
export function Reasons({ thing, reasons, name }: ReasonsProps) {
  const language = useLanguage();
  const now = useNow();
  const zone = ianaZone(thing.timeZone) ?? UTC;
  const whom =
    name === undefined ? { whom: "you" as const } : { whom: "other" as const, name: isolated(name) };
  const context = { language, now, zone, mode: thing.mode, start: now, ...whom };
  return (
    <ul className={styles.reasons}>
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
