import type { Horizon, PageNights } from "@snart/calendar/booking-page/event-type.ts";
import { dateText } from "@snart/calendar/booking/clock.ts";
import { readSpan } from "@snart/calendar/booking/span.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import { Labelled } from "../../../grid/day-field/labelled.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { dateOfLocal, localOfDate } from "./dates.ts";
import { NumberField, Part, SpanField, SpansField } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

/** How long, how often, with how much around it, and from when until when. */
export function TimesPart({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const { record, set, wrong } = form;
  const { type } = record;
  return (
    <Part title={t("bookingPages.part.times")} hint={t("bookingPages.buffersHint")}>
      <div className={styles.pair}>
        {type.nights ? <NightsFields form={form} nights={type.nights} /> : <LengthFields form={form} />}
        {(["before", "after"] as const).map((key) => (
          <SpanField
            key={key}
            unit="minutes"
            label={t(`bookingPages.field.${key}`)}
            value={type[key]}
            error={wrong(key)}
            onChange={(span) => set(key === "before" ? { before: span } : { after: span })}
          />
        ))}
        <SpanField
          unit="hours"
          label={t("bookingPages.field.notice")}
          value={type.minNotice}
          error={wrong("minNotice")}
          onChange={(minNotice) => set({ minNotice })}
        />
      </div>
      <HorizonFields form={form} />
    </Part>
  );
}

/** Which lengths there are, and how often one begins. */
function LengthFields({ form: { record, set, wrong } }: { readonly form: TypeForm }) {
  const t = useMessages();
  const { lengths, inRow, start } = record.type;
  return (
    <>
      <SpansField
        unit="minutes"
        label={t("bookingPages.field.lengths")}
        hint={t("bookingPages.lengthsHint")}
        value={lengths}
        error={wrong("lengths")}
        onChange={(next) => set({ lengths: next })}
      />
      <SpanField
        unit="minutes"
        label={t("bookingPages.field.every")}
        value={start.every}
        error={wrong("start")}
        onChange={(every) => set({ start: { every: every ?? "" } })}
      />
      <NumberField
        label={t("bookingPages.field.inRow")}
        hint={t("bookingPages.inRowHint")}
        value={inRow}
        error={wrong("inRow")}
        onChange={(most) => set({ inRow: most })}
      />
    </>
  );
}

interface NightsFieldsProps {
  readonly form: TypeForm;
  readonly nights: PageNights;
}

/** How many nights a stay has; its times of arrival and departure are those of the thing. */
function NightsFields({ form: { set, wrong }, nights }: NightsFieldsProps) {
  const t = useMessages();
  const { checkIn, checkOut } = nights;
  return (["least", "most"] as const).map((key) => (
    <NumberField
      key={key}
      label={t("bookingPages.field.nights", { which: key })}
      {...(key === "least" && { hint: t("bookingPages.nightsHint", { checkIn, checkOut }) })}
      value={nights[key]}
      error={wrong(`nights/${key}`)}
      onChange={(count) => set({ nights: { ...nights, [key]: count ?? NaN } })}
    />
  ));
}

type HorizonKind = "days" | "months" | "dates";

const kindOf = (horizon: Horizon): HorizonKind =>
  "from" in horizon ? "dates" : (readSpan(horizon.within)?.months ?? 0) > 0 ? "months" : "days";

/** How far ahead guests may book, or between which two dates. */
function HorizonFields({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const zone = useViewerZone();
  const { set, wrong } = form;
  const { horizon } = form.record.type;
  const kind = kindOf(horizon);
  const today = dayOf(zone.toLocal(clockNow()));
  const begin = (next: HorizonKind): void => {
    if (next === "dates") set({ horizon: { from: dateText(today), until: dateText(today + USUAL_DAYS) } });
    else set({ horizon: { within: next === "days" ? `P${USUAL_DAYS}D` : "P3M" } });
  };
  return (
    <div className={styles.pair}>
      <Select
        label={t("bookingPages.field.horizon")}
        options={(["days", "months", "dates"] as const).map((value) => ({
          value,
          label: t("bookingPages.horizon", { kind: value }),
        }))}
        value={kind}
        onChange={begin}
      />
      {"from" in horizon ? (
        <DatePair
          from={horizon.from}
          until={horizon.until}
          error={wrong("horizon")}
          onChange={(dates) => set({ horizon: dates })}
        />
      ) : kind === "months" ? (
        <NumberField
          key="months"
          label={t("bookingPages.field.withinMonths")}
          value={readSpan(horizon.within)?.months}
          error={wrong("horizon")}
          onChange={(months) => set({ horizon: { within: `P${months === 0 ? "?" : (months ?? "?")}M` } })}
        />
      ) : (
        <SpanField
          key="days"
          unit="days"
          label={t("bookingPages.field.within")}
          value={horizon.within}
          error={wrong("horizon")}
          onChange={(within) => set({ horizon: { within: within ?? "" } })}
        />
      )}
    </div>
  );
}

const USUAL_DAYS = 60;

interface DatePairProps {
  readonly from: string;
  readonly until: string;
  readonly error: string | null;
  readonly onChange: (dates: { readonly from: string; readonly until: string }) => void;
}

function DatePair({ from, until, error, onChange }: DatePairProps) {
  const t = useMessages();
  const [first, last] = [localOfDate(from), localOfDate(until)];
  return (
    <>
      <Labelled label={t("bookingPages.field.from")}>
        <DateField
          label={t("bookingPages.field.from")}
          value={first}
          onChange={(day) => onChange({ from: dateOfLocal(day), until })}
        />
      </Labelled>
      <Labelled label={t("bookingPages.field.until")}>
        <DateField
          label={t("bookingPages.field.until")}
          value={last}
          since={first}
          isInvalid={error !== null}
          onChange={(day) => onChange({ from, until: dateOfLocal(day) })}
        />
        {error === null ? null : <FieldError>{error}</FieldError>}
      </Labelled>
    </>
  );
}
