import type { Reason } from "@snart/calendar/booking/reason.ts";
import { reasonSentence } from "@snart/calendar/booking/sentence/reason-sentence.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { zoneOf } from "./use-bookings.ts";
import styles from "./booking-sheet.module.css";

interface ReasonListProps {
  readonly reasons: readonly Reason[];
  readonly bookable: BookableRecord;
  /** of the wish, ms UTC */
  readonly start: number;
  readonly isHousehold: boolean;
  /** somebody else, by name; absent: the reader */
  readonly name?: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** Every reason why something cannot be booked, as numbered whole sentences with their distances. */
export function ReasonList({ reasons, bookable, start, isHousehold, name, groups }: ReasonListProps) {
  const t = useMessages();
  const language = useLanguage();
  const now = useNow();
  const context = {
    language,
    now,
    zone: zoneOf(bookable),
    mode: bookable.rules?.mode ?? "slots",
    start,
    whom: name !== undefined ? "other" : isHousehold ? "household" : "you",
    ...(name !== undefined && { name }),
    groupName: (id: string) =>
      isolated(groups.find((group) => group.id === id)?.name ?? "") || t("bookables.anotherGroup"),
    sourceName: (name: string) => (name === bookable.id ? isolated(bookable.name) : name),
  } as const;
  return (
    <ol className={styles.reasons}>
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
    </ol>
  );
}
