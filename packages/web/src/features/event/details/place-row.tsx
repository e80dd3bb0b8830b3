import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { linkedText } from "../../../ui/links/linked-text.ts";
import { mapLink, mapsOf } from "../../../ui/links/map-link.ts";
import { TextWithLinks } from "../../../ui/links/text-with-links.tsx";
import styles from "./details.module.css";

const maps = mapsOf(navigator.userAgent);

/** Where an event takes place, and its map. */
export function PlaceRow({ event }: { readonly event: JSEvent }) {
  const t = useMessages();
  const place = Object.values(event.locations ?? {}).find((it) => it.name);
  if (!place?.name) return null;
  const { name, coordinates } = place;
  const isAddress = linkedText(name).some(({ href }) => href !== null);
  return (
    <>
      <TextWithLinks text={name} />
      {isAddress ? null : (
        <>
          {" "}
          <a
            className={styles.action}
            href={mapLink(name, coordinates, maps)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t("event.mapOf", { place: name })}
          >
            {t("event.map")}
          </a>
        </>
      )}
    </>
  );
}
