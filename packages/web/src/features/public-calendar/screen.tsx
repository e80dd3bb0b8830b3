import { useState } from "react";
import { DAY } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { publicFeedPath } from "../../api/calendars/public-feed.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { nearestCalendarColour } from "../../store/items/calendar-colour.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Wordmark } from "../../ui/mark.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { publicTitle } from "./public-title.ts";
import { DayColumns } from "./day-columns.tsx";
import { DayLists } from "./day-lists.tsx";
import { PublicHeading } from "./public-heading.tsx";
import { daysOf, localOfDay, type PublicView } from "./period.ts";
import styles from "./screen.module.css";
import { useOccurrences, usePublicFeed, type OpenFeed } from "./use-public-feed.ts";

/** A published calendar for whoever has the link: to be read, without signing in, alone or inside another page. */
export function PublicCalendarScreen({ token }: { readonly token: string }) {
  const t = useMessages();
  const state = usePublicFeed(token);
  const name = state.kind === "ready" ? state.feed.facts.name : "";
  useDocumentTitle(name || t("public.title"));
  return (
    <div className={styles.screen}>
      {state.kind === "ready" ? (
        <PublicCalendar feed={state.feed} />
      ) : (
        <main className={styles.main}>
          <output className={styles.note}>
            {state.kind === "loading" ? t("public.loading") : null}
            {state.kind === "gone" ? t("public.gone") : null}
            {state.kind === "unreachable" ? t("public.unreachable") : null}
          </output>
        </main>
      )}
      <footer className={styles.footer}>
        {state.kind === "ready" ? (
          <a href={`webcal://${location.host}${publicFeedPath(token)}`} className={styles.link}>
            {t("public.subscribe")}
          </a>
        ) : (
          <span />
        )}
        <Wordmark />
      </footer>
    </div>
  );
}

const AHEAD = 400 * DAY;

/** From this day on: the same all day, so that it is looked for once. */
const aheadOf = (now: number) => {
  const from = Math.floor(now / DAY) * DAY;
  return { from, to: from + AHEAD };
};

function PublicCalendar({ feed }: { readonly feed: OpenFeed }) {
  const { facts } = feed;
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const [view, setView] = useState<PublicView>("list");
  const [steps, setSteps] = useState(0);
  const today = zone.toLocal(now);
  const days = daysOf(view, today, steps);
  const window = { from: zone.toInstant(localOfDay(days.from)), to: zone.toInstant(localOfDay(days.to)) };
  const shown = useOccurrences(feed, window, zone.id) ?? [];
  const ahead = useOccurrences(feed, aheadOf(now), zone.id) ?? [];
  const next = ahead.find(({ start, isCancelled }) => start > now && !isCancelled);
  const colour = nearestCalendarColour(facts.colour, facts.name);
  const choose = (chosen: PublicView): void => {
    setView(chosen);
    setSteps(0);
  };
  const layout = { occurrences: shown, days, today: dayOf(today), colour };
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.name}>
          <Swatch colour={colour} size={14} />
          {facts.name || t("public.title")}
        </h1>
        {next ? (
          <p className={styles.next}>
            <span>{publicTitle(next, t)}</span>
            <HowSoon target={{ kind: "instant", at: next.start }} size={16} />
          </p>
        ) : null}
      </header>
      <div className={styles.toolbar}>
        <SegmentedControl
          label={t("public.view")}
          segments={[
            { value: "list", label: t("public.list") },
            { value: "week", label: t("public.week") },
            { value: "month", label: t("public.month") },
          ]}
          value={view}
          onChange={choose}
        />
        <Button onClick={() => setSteps(0)}>{t("public.today")}</Button>
        <span className={styles.steps}>
          <Button aria-label={t("public.earlier")} onClick={() => setSteps(steps - 1)}>
            {"‹"}
          </Button>
          <Button aria-label={t("public.later")} onClick={() => setSteps(steps + 1)}>
            {"›"}
          </Button>
        </span>
        <PublicHeading view={view} days={days} today={today} steps={steps} />
      </div>
      <main className={styles.main} aria-label={facts.name || t("public.title")}>
        {view === "list" ? <DayLists {...layout} /> : <DayColumns {...layout} view={view} />}
      </main>
    </>
  );
}
