import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { Link } from "wouter";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { boardPath } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { useThingFacts } from "./use-thing-facts.ts";
import type { RoomNow } from "./model.ts";
import styles from "./rooms.module.css";

interface RoomHeadProps {
  readonly bookable: BookableRecord;
  readonly day: Local;
  /** undefined: the day is not today */
  readonly now: RoomNow | undefined;
}

/** What a room is, and whether one can go in now. */
export function RoomHead({ bookable, day, now }: RoomHeadProps) {
  const { name, id } = bookable;
  const about = useThingFacts()(bookable);
  return (
    <th scope="row" className={styles.room}>
      <Link href={boardPath(id, day)}>{isolated(name)}</Link>
      {about === "" ? null : <span className={styles.about}>{about}</span>}
      {now ? <State bookable={bookable} now={now} /> : null}
    </th>
  );
}

function State({ bookable, now }: { readonly bookable: BookableRecord; readonly now: RoomNow }) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  if (now.kind === "free")
    return (
      <span className={styles.state} data-free>
        {t("bookables.freeUntil", { until: words.until(now.until) })}{" "}
        <HowSoon target={{ kind: "instant", at: now.until }} size={13} />
      </span>
    );
  return (
    <span className={styles.state}>
      {now.freeAt === null ? (
        t("bookables.rooms.busy")
      ) : (
        <Sentence
          of="bookables.rooms.freeAt"
          args={{ distance: <HowSoon target={{ kind: "instant", at: now.freeAt }} size={13} /> }}
        />
      )}
    </span>
  );
}
