import { useState, type ReactNode } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { EventDraft } from "../draft/draft.ts";
import { movedDraft } from "./free-rows.ts";
import { FreeSentence } from "./free-sentence.tsx";
import { StripScale } from "./strip-scale.tsx";
import { TimeBand } from "./time-band.tsx";
import type { Plan } from "./use-plan.ts";
import { useSaid } from "./use-said.ts";
import styles from "./strip.module.css";
import { FindTime } from "./find-time.tsx";

interface FreeBusyStripProps {
  readonly plan: Plan;
  readonly draft: EventDraft;
  readonly onChange: (part: Partial<EventDraft>) => void;
  /** the rows */
  readonly children: ReactNode;
}

/** Shows when everybody is busy around the chosen time, which can be dragged, a sentence about it, and other times. */
export function FreeBusyStrip({ plan, draft, onChange, children }: FreeBusyStripProps) {
  const viewer = useViewerZone();
  const say = useSaid();
  const [isFinding, setFinding] = useState(false);
  const said = plan.state && say(plan.state, plan.span);
  const move = (start: number): void => onChange(movedDraft(draft, start, viewer));
  return (
    <>
      <div className={styles.strip}>
        <StripScale plan={plan} />
        {children}
        <TimeBand plan={plan} said={said?.main ?? ""} onMove={move} />
      </div>
      <FreeSentence plan={plan} said={said} onMove={move} onFind={() => setFinding(true)} />
      {isFinding ? (
        <FindTime
          plan={plan}
          onChoose={(start) => {
            setFinding(false);
            move(start);
          }}
          onClose={() => setFinding(false)}
        />
      ) : null}
    </>
  );
}
