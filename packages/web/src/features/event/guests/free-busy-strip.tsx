import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { keepPoll, type PollDraft } from "../../../store/kept-poll.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { EventDraft } from "../draft/draft.ts";
import { withRoom } from "../draft/draft-rooms.ts";
import { FindTimePage } from "../finding/find-time-page.tsx";
import { useFinding } from "../finding/use-finding.ts";
import { movedDraft } from "../availability/free-rows.ts";
import { FreeSentence } from "./free-sentence.tsx";
import { StripScale } from "./strip-scale.tsx";
import { TimeBand } from "./time-band.tsx";
import type { Plan } from "../availability/use-plan.ts";
import { useSaid } from "../availability/use-said.ts";
import styles from "./strip.module.css";

interface FreeBusyStripProps {
  readonly plan: Plan;
  readonly draft: EventDraft;
  /** the event's; null for a new one */
  readonly uid: string | null;
  /** the field with which guests are added while a time is sought */
  readonly adder: ReactNode;
  readonly onChange: (part: Partial<EventDraft>) => void;
  /** the rows; null where there is nobody but the viewer, and a room */
  readonly children: ReactNode;
}

/** What a poll asks that is to find the time of an event. */
const askedInstead = (
  { title, place, guests = [] }: EventDraft,
  options: readonly number[],
  length: number,
): Partial<PollDraft> => ({
  title,
  place,
  options,
  minutes: Math.round(length / MINUTE),
  guests: guests
    .filter(({ isRoom, address }) => !isRoom && address.includes("@"))
    .map(({ name, address, isOptional }) => ({
      mail: address,
      name: name || address,
      isRequired: !isOptional,
    })),
});

/** Shows when everybody is busy around the chosen time, which can be dragged, a sentence about it, and other times. */
export function FreeBusyStrip({ plan, draft, uid, adder, onChange, children }: FreeBusyStripProps) {
  const viewer = useViewerZone();
  const [, navigate] = useLocation();
  const say = useSaid();
  const [isFinding, setFinding] = useFinding();
  const said = plan.state && say(plan.state, plan.span);
  const move = (start: number): void => onChange(movedDraft(draft, start, viewer));
  return (
    <>
      {children === null ? null : (
        <div className={styles.strip}>
          <StripScale plan={plan} />
          {children}
          <TimeBand plan={plan} said={said?.main ?? ""} onMove={move} />
        </div>
      )}
      <FreeSentence plan={plan} said={said} onMove={move} onFind={() => setFinding(true)} />
      {isFinding ? (
        <FindTimePage
          plan={plan}
          draft={draft}
          uid={uid}
          fields={() => adder}
          onChoose={({ start, end }, room) => {
            const guests = draft.guests ?? [];
            // A thing that is booked and is no room is left as it is.
            const booked = room ? { guests: withRoom(guests, room), roomDates: {} } : {};
            onChange({ ...movedDraft(draft, start, viewer, end), ...booked });
            setFinding(false);
          }}
          onAsk={(starts, length) => {
            keepPoll(askedInstead(draft, starts, length));
            navigate("/polls/new");
          }}
          onClose={() => setFinding(false)}
        />
      ) : null}
    </>
  );
}
