import { AlignLeft, ExternalLink, MapPin, Repeat, X } from "lucide-react";
import { dayOf } from "@snart/calendar/time/local.ts";
import { useState, type ReactNode } from "react";
import { EventWhen } from "../../grid/when/event-when.tsx";
import { SpanDistance } from "../../grid/when/span-distance.tsx";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useLengthText } from "../../i18n/use-length-text.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { linkedText, shortAddress } from "../../ui/links/linked-text.ts";
import { mapLink, mapsOf } from "../../ui/links/map-link.ts";
import { TextWithLinks } from "../../ui/links/text-with-links.tsx";
import links from "../../ui/links/text-with-links.module.css";
import { Popover } from "../../ui/overlays/popover.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { FeedAddress } from "./follow.tsx";
import { publicTitle } from "./public-words.ts";
import type { PublicOccurrence } from "./read-feed.ts";
import styles from "./event-card.module.css";

/** An event that is read, and the element that it was opened from. */
export interface OpenEvent {
  readonly occurrence: PublicOccurrence;
  readonly from: Element;
}

interface EventCardProps {
  readonly open: OpenEvent;
  readonly name: string;
  readonly colour: string;
  readonly token: string;
  readonly onClose: () => void;
}

const maps = mapsOf(navigator.userAgent);
const icon = { size: 15, strokeWidth: 1.6, "aria-hidden": true } as const;

/** Everything that a published calendar says of one event, beside it; on a phone in a sheet. */
export function EventCard({ open: { occurrence, from }, name, colour, token, onClose }: EventCardProps) {
  const t = useMessages();
  const [anchor] = useState(() => ({ current: from }));
  return (
    <Popover
      label={publicTitle(occurrence, t)}
      anchor={anchor}
      isOpen
      onClose={onClose}
      placement="right top"
      arrow
      width={352}
    >
      <div className={styles.head}>
        <span className={styles.calendar}>
          <Swatch colour={colour} />
          <span>{name}</span>
        </span>
        <IconButton label={t("event.close")} onClick={onClose}>
          <X size={17} strokeWidth={1.6} />
        </IconButton>
      </div>
      <div className={styles.what}>
        <h2 className={styles.title} data-cancelled={occurrence.isCancelled || undefined}>
          {publicTitle(occurrence, t)}
        </h2>
        {occurrence.isCancelled ? (
          <p className={styles.cancelled}>{t("public.cancelled")}</p>
        ) : (
          <SpanDistance span={occurrence} size={19} className={styles.distance ?? ""} />
        )}
        <EventWhen occurrence={occurrence} />
        <Length occurrence={occurrence} />
      </div>
      <Details occurrence={occurrence} />
      <div className={styles.foot}>
        <FeedAddress token={token} />
      </div>
    </Popover>
  );
}

/** How long it lasts; a single whole day says that itself. */
function Length({ occurrence: { start, end, allDay } }: { readonly occurrence: PublicOccurrence }) {
  const t = useMessages();
  const zone = useViewerZone();
  const lengthText = useLengthText();
  const days = dayOf(zone.toLocal(end)) - dayOf(zone.toLocal(start));
  const length = allDay
    ? days > 1
      ? t("public.days", { count: days })
      : ""
    : end > start
      ? lengthText(end - start)
      : "";
  return length ? <p className={styles.length}>{length}</p> : null;
}

function Row({ of, children }: { readonly of: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      {of}
      <div className={styles.rowBody}>{children}</div>
    </div>
  );
}

function Details({ occurrence }: { readonly occurrence: PublicOccurrence }) {
  const t = useMessages();
  const language = useLanguage();
  const { place, link, notes, series, rule } = occurrence;
  if (!place && !link && !notes && series === null) return null;
  return (
    <div className={styles.details}>
      {place ? (
        <Row of={<MapPin {...icon} />}>
          <Place name={place} />
        </Row>
      ) : null}
      {series === null ? null : (
        <Row of={<Repeat {...icon} />}>{rule ? firstInLine(rule, language) : t("event.repeats")}</Row>
      )}
      {link ? (
        <Row of={<ExternalLink {...icon} />}>
          <a className={links.link} href={link} target="_blank" rel="noopener noreferrer">
            {shortAddress(link)}
          </a>
        </Row>
      ) : null}
      {notes ? (
        <Row of={<AlignLeft {...icon} />}>
          <p className={styles.notes}>
            <TextWithLinks text={notes} />
          </p>
        </Row>
      ) : null}
    </div>
  );
}

/** A place that is an address of the web is opened as such; any other on a map. */
function Place({ name }: { readonly name: string }) {
  const t = useMessages();
  if (linkedText(name).some(({ href }) => href !== null)) return <TextWithLinks text={name} />;
  return (
    <a
      className={links.link}
      href={mapLink(name, undefined, maps)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("event.mapOf", { place: name })}
    >
      {name}
    </a>
  );
}
