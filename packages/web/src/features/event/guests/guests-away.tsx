import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useAccount } from "../../../store/session.ts";
import type { Span } from "../../../store/items/span.ts";
import { guestsOfEvent } from "../draft/draft-guests.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { useFreeBusy } from "../availability/use-free-busy.ts";
import { usePeople } from "../availability/use-people.ts";
import styles from "./guests.module.css";

interface GuestsAwayProps {
  readonly event: JSEvent;
  readonly span: Span;
}

/** Shows the organizer which guests have an absence at that time, and its text. */
export function GuestsAway({ event, span }: GuestsAwayProps) {
  const t = useMessages();
  const account = useAccount();
  const zone = useViewerZone();
  const { shortDay } = useFormats(zone.id);
  const people = usePeople(account?.id) ?? [];
  const guests = guestsOfEvent(event);
  const asked = people.filter(({ email }) => guests.some(({ address }) => address === email));
  const { known } = useFreeBusy({
    accountId: account?.id,
    ids: asked.map(({ id }) => id),
    from: span.start,
    to: span.end,
    exceptUid: event.uid,
  });
  const away = asked.flatMap(({ id, name }) => {
    const absence = known?.get(id)?.absences[0];
    return absence ? [{ id, name: isolated(name), absence }] : [];
  });
  if (away.length === 0) return null;
  return (
    <ul className={styles.awayList}>
      {away.map(({ id, name, absence: { to, text } }) => (
        <li key={id}>
          {text
            ? t("freeBusy.awayText", { name, day: shortDay(to), text: isolated(text) })
            : t("freeBusy.awayUntil", { name, day: shortDay(to) })}
        </li>
      ))}
    </ul>
  );
}
