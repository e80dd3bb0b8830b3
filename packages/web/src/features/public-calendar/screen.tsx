import { dayOf } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { nearestCalendarColour } from "../../store/items/calendar-colour.ts";
import { Button } from "../../ui/button.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { useLateFlag } from "../../ui/loading/use-late-flag.ts";
import { DayColumns } from "./day-columns.tsx";
import { EventCard, type OpenEvent } from "./event-card.tsx";
import type { FeedFacts } from "./feed-messages.ts";
import { FollowActions } from "./follow.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { daysOf, localOfDay, type PublicView } from "./period.ts";
import { PublicFrame } from "./public-frame.tsx";
import { PublicList } from "./public-list.tsx";
import { PublicNote } from "./public-note.tsx";
import { useOccurrences, usePublicFeed, type OpenFeed } from "./use-public-feed.ts";
import styles from "./screen.module.css";

/** A published calendar for whoever has the link: to be read, without signing in, alone or inside another page. */
export function PublicCalendarScreen({ token }: { readonly token: string }) {
  const t = useMessages();
  const [state, retry] = usePublicFeed(token);
  const isSlow = useLateFlag(state.kind === "loading", 400);
  useDocumentTitle((state.kind === "ready" && state.feed.facts.name) || t("public.title"));
  return (
    <PublicFrame>
      {state.kind === "ready" ? (
        <PublicCalendar feed={state.feed} token={token} isStale={state.isStale} />
      ) : (
        <main>
          {state.kind === "gone" ? (
            <PublicNote title={t("public.gone")} body={t("public.goneHint")} isPageTitle />
          ) : state.kind === "unreachable" ? (
            <PublicNote title={t("public.unreachable")} body={t("public.unreachableHint")} isPageTitle>
              <Button look="primary" size={36} onClick={retry}>
                {t("event.tryAgain")}
              </Button>
            </PublicNote>
          ) : (
            <output className={styles.loading}>{isSlow ? t("public.loading") : null}</output>
          )}
        </main>
      )}
    </PublicFrame>
  );
}

interface PublicCalendarProps {
  readonly feed: OpenFeed;
  readonly token: string;
  /** the server cannot be reached: what is shown is as old as it is */
  readonly isStale: boolean;
}

function PublicCalendar({ feed, token, isStale }: PublicCalendarProps) {
  const { facts } = feed;
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const [view, setView] = useState<PublicView>("list");
  const [steps, setSteps] = useState(0);
  const [open, setOpen] = useState<OpenEvent | null>(null);
  const today = zone.toLocal(now);
  const days = daysOf(view, today, steps);
  const window = { from: zone.toInstant(localOfDay(days.from)), to: zone.toInstant(localOfDay(days.to)) };
  const occurrences = useOccurrences(feed, window, zone.id);
  const name = facts.name || t("public.title");
  const colour = nearestCalendarColour(facts.colour, facts.name);
  const shared = {
    occurrences: occurrences ?? [],
    colour,
    onOpen: (occurrence: OpenEvent["occurrence"], from: Element) => setOpen({ occurrence, from }),
  };
  return (
    <main className={styles.page} aria-label={name}>
      <div className={styles.head}>
        <Heading facts={facts} name={name} colour={colour} />
        <div className={styles.tools}>
          <ViewChoice
            view={view}
            onChoose={(chosen) => {
              setView(chosen);
              setSteps(0);
            }}
          />
          <FollowActions token={token} />
        </div>
      </div>
      {isStale ? (
        <output className={styles.stale}>
          <Sentence of="public.stale" args={{ distance: <HowLongAgo at={feed.readAt} /> }} />
        </output>
      ) : null}
      {view === "list" ? (
        occurrences ? (
          <PublicList {...shared} />
        ) : null
      ) : (
        <>
          <PeriodBar view={view} days={days} today={today} steps={steps} onStep={setSteps} />
          <DayColumns {...shared} view={view} days={days} today={dayOf(today)} />
        </>
      )}
      {open ? (
        <EventCard open={open} name={name} colour={colour} token={token} onClose={() => setOpen(null)} />
      ) : null}
    </main>
  );
}

interface HeadingProps {
  readonly facts: FeedFacts;
  readonly name: string;
  readonly colour: string;
}

/** Which calendar it is, what its owner says of it, and when it was last changed. */
function Heading({ facts: { description, changedAt }, name, colour }: HeadingProps) {
  return (
    <div className={styles.heading}>
      <h1 className={styles.name}>
        <Swatch colour={colour} size={14} />
        {name}
      </h1>
      {description || changedAt !== null ? (
        <p className={styles.about}>
          {description}{" "}
          {changedAt === null ? null : (
            <span className={styles.updated}>
              <Sentence of="public.updated" args={{ distance: <HowLongAgo at={changedAt} /> }} />
            </span>
          )}
        </p>
      ) : null}
    </div>
  );
}

interface ViewChoiceProps {
  readonly view: PublicView;
  readonly onChoose: (view: PublicView) => void;
}

function ViewChoice({ view, onChoose }: ViewChoiceProps) {
  const t = useMessages();
  return (
    <SegmentedControl
      label={t("public.view")}
      segments={[
        { value: "list", label: t("public.list") },
        { value: "week", label: t("public.week") },
        { value: "month", label: t("public.month") },
      ]}
      value={view}
      onChange={onChoose}
      size={34}
    />
  );
}
