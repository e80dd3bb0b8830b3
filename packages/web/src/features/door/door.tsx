import type { DoorRecord } from "@snart/calendar/jmap/door.ts";
import { useState } from "react";
import { useNow } from "../../i18n/clock.ts";
import type { DoorAct } from "../../api/items/door-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Acts, BookNext } from "./acts.tsx";
import { Aside } from "./aside.tsx";
import { Away } from "./away.tsx";
import { LaterChoice } from "./later-choice.tsx";
import { placeAt, shownAt, TRUSTED_FOR } from "./model.ts";
import { Pad } from "./pad.tsx";
import { State } from "./state.tsx";
import styles from "./door.module.css";

interface DoorProps {
  readonly token: string;
  readonly reload: () => Promise<void>;
  readonly door: DoorRecord;
  readonly at: number;
  readonly isAway: boolean;
}

/** Whether it is free, who has it until when, what follows, and what can be done about it. */
export function Door({ token, reload, door, at, isAway }: DoorProps) {
  const t = useMessages();
  const now = useNow();
  const { time } = useFormats(useViewerZone().id);
  const [chosenId, setChosen] = useState<string>();
  const [act, setAct] = useState<DoorAct | "later">();
  const thing = door.things.find(({ id }) => id === chosenId) ?? door.things[0];
  if (!thing)
    return (
      <main className={styles.note}>
        <h1>{isolated(door.name)}</h1>
        <p>{t("door.nothing")}</p>
      </main>
    );
  const shown = shownAt(thing, now);
  const choose = (id: string): void => {
    setChosen(id);
    setAct(undefined);
  };
  const isOld = isAway && now - at >= TRUSTED_FOR;
  return (
    <div className={styles.door} data-state={isOld ? "unknown" : shown.state} data-hour={placeAt(now)}>
      <div className={styles.band} aria-hidden />
      <main className={styles.main}>
        <State thing={thing} shown={shown} isOld={isOld} />
        {isOld ? null : (
          <Acts thing={thing} shown={shown} isAway={isAway} onAsk={setAct} onLater={() => setAct("later")} />
        )}
      </main>
      <Aside
        door={door}
        thing={thing}
        next={isOld ? [] : shown.next}
        onChoose={choose}
        isAway={isAway}
        foot={isOld ? null : <BookNext thing={thing} isAway={isAway} onAsk={setAct} />}
      >
        {act === "later" && !isAway && shown.current ? (
          <LaterChoice
            thing={thing}
            time={shown.current}
            onChoose={setAct}
            onClose={() => setAct(undefined)}
          />
        ) : null}
        {act && act !== "later" && !isAway ? (
          <Pad
            key={JSON.stringify([thing.id, act])}
            token={token}
            thing={thing}
            act={act}
            onDone={reload}
            onClose={() => setAct(undefined)}
          />
        ) : null}
      </Aside>
      {isAway ? <Away className={styles.away} of="door.away" at={at} time={time} /> : null}
    </div>
  );
}
