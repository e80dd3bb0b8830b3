import type { PageLimit } from "@snart/calendar/booking-page/event-type.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { NumberField, Part } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

const OF = ["type", "page", "host"] as const;
const PER = ["day", "week", "month"] as const;

/** How many bookings there may be, how many guests at one time, and whether each is answered. */
export function LimitsPart({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const { record, set, wrong } = form;
  const { seats, showsGuests = false, approval = false } = record.type;
  return (
    <Part title={t("bookingPages.part.limits")} hint={t("bookingPages.limitsHint")}>
      <table className={styles.limits}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("bookingPages.limitWhose")}</span>
            </th>
            {PER.map((per) => (
              <th key={per} scope="col">
                {t("bookingPages.per", { per })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {OF.map((of) => (
            <tr key={of}>
              <th scope="row">{t("bookingPages.limitOf", { of })}</th>
              {PER.map((per) => (
                <td key={per}>
                  <LimitField form={form} of={of} per={per} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.pair}>
        <NumberField
          label={t("bookingPages.field.seats")}
          value={seats ?? 1}
          error={wrong("seats")}
          onChange={(next) => set({ seats: next ?? NaN })}
        />
      </div>
      {(seats ?? 1) > 1 || showsGuests ? (
        <Checkbox checked={showsGuests} onChange={(isOn) => set({ showsGuests: isOn ? true : undefined })}>
          {t("bookingPages.field.showsGuests")}
        </Checkbox>
      ) : null}
      <Checkbox checked={approval} onChange={(isOn) => set({ approval: isOn })}>
        {t("bookingPages.field.approval")}
      </Checkbox>
    </Part>
  );
}

interface LimitFieldProps extends Pick<PageLimit, "of" | "per"> {
  readonly form: TypeForm;
}

/** One limit; an empty field is none. */
function LimitField({ form, of, per }: LimitFieldProps) {
  const t = useMessages();
  const { limits = [] } = form.record.type;
  const index = limits.findIndex((each) => each.of === of && each.per === per);
  const change = (max: number | undefined): void => {
    const others = limits.filter((_, at) => at !== index);
    const limit = max === undefined ? [] : [{ max, of, per }];
    form.set({
      limits:
        index === -1
          ? [...limits, ...limit]
          : max === undefined
            ? others
            : limits.with(index, { max, of, per }),
    });
  };
  return (
    <NumberField
      hideLabel
      label={t("bookingPages.limitNamed", { of, per })}
      value={limits[index]?.max}
      error={index === -1 ? null : form.wrong(`limits/${index}`)}
      onChange={change}
    />
  );
}
