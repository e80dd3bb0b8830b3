import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { addDays } from "@snart/calendar/time/local.ts";
import { clockNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages, type Language } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import type { NamedDay } from "../../grid/almanac/use-named-days.ts";
import styles from "./soon-page.module.css";

interface NamedLeadProps {
  /** the first of the almanac's days ahead */
  readonly named: NamedDay | undefined;
  /** of somebody who is new here */
  readonly welcome?: string;
}

/** What is said where no event is ahead: the almanac's next day, and never that there is nothing. */
export function NamedLead({ named, welcome }: NamedLeadProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const greeting = welcome === undefined ? null : t("soon.welcome", { name: isolated(welcome) });
  if (!named) return greeting ?? t("rail.empty");
  const { day, name, distance, isRed } = named;
  const span = { start: zone.toInstant(day), end: zone.toInstant(addDays(day, 1)), allDay: true };
  const { warmth } = distanceOfOccurrence(span, clockNow(), zone, language);
  return (
    <>
      {greeting}
      {greeting ? " " : null}
      <Sentence
        of={isRed ? "soon.lead.nextRed" : "soon.lead.nextNamed"}
        args={{
          day: inSentence(name, language),
          distance: (
            <DistanceText
              text={distance}
              warmth={warmth}
              className={styles.leadDistance ?? ""}
              dateTime={new Date(day).toISOString().slice(0, 10)}
            />
          ),
        }}
      />
    </>
  );
}

/** Swedish writes the days of the almanac small within a sentence, but not the names in them. */
const inSentence = (name: string, language: Language): string =>
  language === "sv" && !/^(?:Sveriges|Kristi|Lucia)\b/.test(name)
    ? name.slice(0, 1).toLocaleLowerCase("sv") + name.slice(1)
    : name;
