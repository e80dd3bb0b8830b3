import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { LabelledMoment } from "../../../grid/day-field/date-field.tsx";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { Part } from "../editor/fields.tsx";
import type { PageDraft } from "./page-record.ts";
import editor from "../editor/editor.module.css";

interface StateFieldsProps {
  readonly draft: PageDraft;
  readonly onChange: (fields: Partial<PageDraft>) => void;
}

type Choice = "open" | "paused" | "pausedUntil" | "closed";
const CHOICES: readonly Choice[] = ["open", "paused", "pausedUntil", "closed"];

/** Whether the page is open, and when it opens again by itself. */
export function StateFields({ draft, onChange }: StateFieldsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { state, pausedUntil } = draft;
  const today = startOfDay(zone.toLocal(clockNow()));
  const choice: Choice = state === "paused" && pausedUntil !== null ? "pausedUntil" : state;
  const put = (at: number): void => onChange({ state: "paused", pausedUntil: formatUtcDateTime(at) });
  const choose = (next: Choice): void => {
    if (next !== "pausedUntil") onChange({ state: next, pausedUntil: null });
    else put(zone.toInstant(asLocal(addDays(today, 7) + 8 * HOUR)));
  };
  return (
    <Part title={t("bookingPages.part.state")}>
      <div className={editor.pair}>
        <Select
          label={t("bookingPages.field.state")}
          options={CHOICES.map((value) => ({
            value,
            label: t("bookingPages.stateChoice", { state: value.toLowerCase() }),
          }))}
          value={choice}
          onChange={choose}
        />
        {choice === "pausedUntil" && pausedUntil !== null ? (
          <LabelledMoment
            label={t("bookingPages.field.pausedUntil")}
            value={zone.toLocal(Date.parse(pausedUntil))}
            since={today}
            onChange={(moment) => put(zone.toInstant(moment))}
          />
        ) : null}
      </div>
    </Part>
  );
}
