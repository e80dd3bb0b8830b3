import type { WallRecord } from "@snart/calendar/jmap/wall.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useMemo, type ReactNode } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { InLanguage } from "../../../i18n/in-language.tsx";
import { SpeechContext, useMessages, useSpeech } from "../../../i18n/messages.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { machineZone, ViewerZoneContext, useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useMedia } from "../../../ui/use-media.ts";
import { Away } from "../away.tsx";
import { placeAt, TRUSTED_FOR } from "../model.ts";
import { comingOf, daysFrom } from "./model.ts";
import { WallHead } from "./wall-head.tsx";
import { WallList } from "./wall-list.tsx";
import { WallTable } from "./wall-table.tsx";
import styles from "./wall.module.css";

interface WallProps {
  readonly wall: WallRecord;
  /** when the server was heard last, by this screen's clock */
  readonly at: number;
  readonly isAway: boolean;
}

/** A screen on a wall: today and the days that follow in some calendars, in the language and by the clocks of who made it. */
export function Wall({ wall, at, isAway }: WallProps) {
  return (
    <ViewerZoneContext value={ianaZone(wall.timeZone) ?? machineZone()}>
      <InLanguage language={wall.language}>
        <WithClock clock={wall.clock}>
          <Board wall={wall} at={at} isAway={isAway} />
        </WithClock>
      </InLanguage>
    </ViewerZoneContext>
  );
}

function WithClock({ clock, children }: { readonly clock: string; readonly children: ReactNode }) {
  const speech = useSpeech();
  const habits = useMemo(() => ({ ...speech, habits: { ...speech.habits, clock } }), [speech, clock]);
  return <SpeechContext value={habits}>{children}</SpeechContext>;
}

/** So many times that come are named above the days. */
const NAMED = 2;

function Board({ wall, at, isAway }: WallProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const { time } = useFormats(zone.id);
  const isNarrow = useMedia("(width < 60rem)");
  const days = daysFrom(now, zone);
  const { calendars } = wall;
  const coming = comingOf(calendars, now, days.at(-1)?.to ?? now, NAMED);
  // Whoever made it may have lost what it shows, which it would not have heard.
  const isOld = isAway && now - at >= TRUSTED_FOR;
  const note = isOld ? t("door.old") : calendars.length === 0 ? t("wall.nothing") : undefined;
  const shown = { calendars, days, next: coming[0]?.event };
  return (
    <main className={styles.wall} lang={wall.language} data-hour={placeAt(now)}>
      <h1 className="visually-hidden">{isolated(wall.name)}</h1>
      <WallHead
        coming={note === undefined ? coming : undefined}
        isOfSeveral={calendars.length > 1}
        away={isAway ? <Away className={styles.away} of="wall.away" at={at} time={time} /> : null}
      />
      {note !== undefined ? (
        <p className={styles.note}>{note}</p>
      ) : isNarrow ? (
        <WallList {...shown} />
      ) : (
        <WallTable {...shown} />
      )}
    </main>
  );
}
