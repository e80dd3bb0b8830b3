import type { Place } from "@snart/calendar/booking-page/event-type.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { LineField, Part } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

const KINDS = ["address", "video", "phone", "askGuest"] as const;

const placeOf = (kind: Place["kind"], text: string): Place =>
  kind === "address" ? { kind, address: text } : kind === "video" ? { kind, url: text } : { kind };
const textOf = (place: Place): string =>
  place.kind === "address" ? place.address : place.kind === "video" ? place.url : "";

/** Where it takes place: nowhere in particular, at one place, or where the guest chooses. */
export function PlacesPart({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const { record, set, wrong, wrongItself } = form;
  const { places = [] } = record.type;
  return (
    <Part
      title={t("bookingPages.part.places")}
      hint={t("bookingPages.placesHint")}
      error={wrongItself("places")}
    >
      <ul className={styles.rows}>
        {places.map((place, index) => (
          <li key={index} className={styles.choice}>
            <div className={styles.pair}>
              <Select
                label={t("bookingPages.placeNumber", { number: index + 1 })}
                options={KINDS.map((kind) => ({
                  value: kind,
                  label: t("bookingPages.place", { place: kind }),
                }))}
                value={place.kind}
                onChange={(kind) => set({ places: places.with(index, placeOf(kind, textOf(place))) })}
              />
              {place.kind === "address" || place.kind === "video" ? (
                <LineField
                  label={t("bookingPages.whereNumber", { number: index + 1, kind: place.kind })}
                  value={textOf(place)}
                  maxLength={PAGE_LIMITS.urlLength}
                  error={wrong(`places/${index}`)}
                  {...(place.kind === "video" && {
                    hint: t("bookingPages.videoHint", { name: "{booking}" }),
                  })}
                  onChange={(text) => set({ places: places.with(index, placeOf(place.kind, text)) })}
                />
              ) : null}
            </div>
            <Button
              aria-label={t("bookingPages.removePlace", { number: index + 1 })}
              onClick={() => set({ places: places.toSpliced(index, 1) })}
            >
              {t("bookingPages.remove")}
            </Button>
          </li>
        ))}
      </ul>
      {places.length < PAGE_LIMITS.places ? (
        <Button
          className={styles.add}
          onClick={() => set({ places: [...places, { kind: "address", address: "" }] })}
        >
          {t("bookingPages.addPlace")}
        </Button>
      ) : null}
    </Part>
  );
}
