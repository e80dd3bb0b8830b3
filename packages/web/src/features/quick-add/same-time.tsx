import { DAY } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { Check, TriangleAlert } from "lucide-react";
import { useOccurrences } from "../../grid/use-occurrences.ts";
import { titleOf } from "../../grid/event-words.ts";
import { isolated } from "../../i18n/isolated.ts";
import { listOf } from "../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { eventFacts } from "../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { useAccount } from "../../store/session.ts";
import { spanOfDraft, type EventDraft } from "../event/model.ts";
import { clashesWith, hoursAround } from "./around.ts";
import { GuestsThen } from "./guests-then.tsx";
import { HoursStrip } from "./hours-strip.tsx";
import styles from "./same-time.module.css";

const NAMED = 3;

/** Says what takes the viewer's time when an event is to be, beneath the hours around it. Whole days take nobody's hours. */
export function SameTime({ draft }: { readonly draft: EventDraft }) {
  const zone = useViewerZone();
  const address = useAccount()?.email ?? "";
  const span = spanOfDraft(draft, zone);
  const first = dayOf(zone.toLocal(span.start));
  const isShown = !span.allDay && span.end > span.start && span.end - span.start < DAY;
  // The strip may reach into the days before and after.
  const { occurrences, isComplete } = useOccurrences(first - 1, isShown ? first + 2 : first - 1);
  if (!isShown) return null;
  const around = hoursAround(span, occurrences, address);
  return (
    <>
      <HoursStrip around={around} span={span} address={address} />
      {isComplete ? <Clashes clashes={clashesWith(span, occurrences, address)} address={address} /> : null}
      {draft.guests && draft.guests.length > 0 ? <GuestsThen draft={draft} /> : null}
    </>
  );
}

interface ClashesProps {
  readonly clashes: readonly ShownOccurrence[];
  readonly address: string;
}

function Clashes({ clashes, address }: ClashesProps) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats(useViewerZone().id);
  if (clashes.length === 0)
    return (
      <p className={styles.free} aria-live="polite">
        <Check size={17} strokeWidth={1.9} aria-hidden />
        {t("quickAdd.free")}
      </p>
    );
  const named = clashes
    .slice(0, NAMED)
    .map(({ event, start }) => `${isolated(titleOf(eventFacts(event, address), t))} ${formats.time(start)}`);
  const rest = clashes.length - named.length;
  const what = listOf(rest > 0 ? [...named, t("quickAdd.moreClashes", { count: rest })] : named, language);
  return (
    <p className={styles.clash} aria-live="polite">
      <TriangleAlert size={17} strokeWidth={1.8} aria-hidden />
      {t("quickAdd.sameTime", { what })}
    </p>
  );
}
