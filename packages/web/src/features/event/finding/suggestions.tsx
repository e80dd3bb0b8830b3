import type { Suggestion } from "@snart/calendar/free-busy/find-times.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import { Button } from "../../../ui/button.tsx";
import type { Proposal } from "./use-proposal.ts";
import type { Reasons } from "./use-reasons.ts";
import styles from "./suggestions.module.css";

interface SuggestionsProps {
  readonly proposal: Proposal;
  readonly reasons: (span: Span) => Reasons;
  readonly onTake: () => void;
  /** shown beneath the chosen one */
  readonly beneath?: ReactNode;
}

const GROUPS = [
  ["within", "findTime.within"],
  ["giveWay", "findTime.giveWay"],
  ["outside", "findTime.outside"],
] as const;

/** Times within everybody's working hours first, then those at which somebody has to give way; others are folded. */
export function Suggestions({ proposal, reasons, onTake, beneath }: SuggestionsProps) {
  const t = useMessages();
  const { grouped, chosen } = proposal;
  return (
    <div role="radiogroup" aria-label={t("findTime.suggestions")} className={styles.list}>
      {/* A time that has been moved by hand has its rows too. */}
      {beneath && !chosen ? <div className={styles.beneath}>{beneath}</div> : null}
      {GROUPS.filter(([group]) => grouped[group].length > 0).map(([group, word]) =>
        group === "outside" && !proposal.isUnfolded ? (
          <Button key={group} look="quiet" className={styles.unfold} onClick={proposal.unfold}>
            <ChevronRight size={14} strokeWidth={1.8} aria-hidden />
            {t("findTime.outsideCount", { count: grouped.outside.length })}
          </Button>
        ) : (
          <Fragment key={group}>
            <h2 className={styles.group}>{t(word)}</h2>
            {grouped[group].map((it) => (
              <Fragment key={it.from}>
                <Row
                  suggestion={it}
                  isChosen={it === chosen}
                  said={reasons({ start: it.from, end: it.to, allDay: false }).said}
                  onChoose={() => proposal.set(it.from, it.to)}
                  onTake={onTake}
                />
                {beneath && it === chosen ? <div className={styles.beneath}>{beneath}</div> : null}
              </Fragment>
            ))}
          </Fragment>
        ),
      )}
    </div>
  );
}

interface RowProps extends Pick<SuggestionsProps, "onTake"> {
  readonly suggestion: Suggestion;
  readonly isChosen: boolean;
  readonly said: string;
  readonly onChoose: () => void;
}

function Row({ suggestion: { from, to }, isChosen, said, onChoose, onTake }: RowProps) {
  const zone = useViewerZone();
  const language = useLanguage();
  const formats = useFormats(zone.id);
  const day = to - from < DAY ? formats.shortDay(from) : formats.day(from);
  return (
    <label className={styles.row}>
      <input type="radio" name="time" checked={isChosen} onChange={onChoose} onDoubleClick={onTake} />
      <span className={styles.words}>
        <b>{firstInLine(day, language)}</b>
        <b>{formats.timeRange(from, to)}</b>
        <SpanDistance
          span={{ start: from, end: to, allDay: false }}
          size={14}
          className={styles.distance ?? ""}
        />
        <small>{said}</small>
      </span>
    </label>
  );
}
