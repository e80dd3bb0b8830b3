import { durationInWords } from "@snart/calendar/distance/distance.ts";
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { eventFacts } from "../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { titleOf } from "../../grid/event-words.ts";
import { leadOf, shortTitle } from "./lead.ts";
import { NamedLead } from "./named-lead.tsx";
import type { NamedDay } from "../../grid/almanac/use-named-days.ts";
import styles from "./soon-page.module.css";

interface LeadSentenceProps {
  readonly occurrences: readonly ShownOccurrence[];
  readonly address: string;
  /** the almanac's next day */
  readonly named: NamedDay | undefined;
}

/** Says what is happening, when it ends, and what comes next. */
export function LeadSentence({ occurrences, address, named }: LeadSentenceProps) {
  const t = useMessages();
  const now = useNow();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const lead = leadOf(occurrences, now, zone);
  if (!lead)
    return (
      <p className={styles.lead}>
        <NamedLead named={named} />
      </p>
    );
  const nameOf = ({ event }: ShownOccurrence): string =>
    isolated(shortTitle(titleOf(eventFacts(event, address), t)));
  const { text, warmth } = distanceOfOccurrence(lead.about, now, zone, language);
  return (
    <p className={styles.lead}>
      <Sentence
        of={`soon.lead.${lead.kind}`}
        args={{
          title: nameOf(lead.about),
          distance: (
            <DistanceText
              text={text}
              warmth={warmth}
              className={styles.leadDistance ?? ""}
              dateTime={new Date(lead.about.start).toISOString()}
            />
          ),
          time: formats.time(lead.about.start),
          length: lead.kind === "thenFree" ? durationInWords(lead.free, language) : "",
          next: lead.kind === "thenNext" ? nameOf(lead.next) : "",
        }}
      />
    </p>
  );
}
