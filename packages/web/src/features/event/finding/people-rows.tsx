import { DoorOpen } from "lucide-react";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import { useAccount } from "../../../store/session.ts";
import { AnswerSign } from "../../../ui/answer-sign.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import { usePhone } from "../../../ui/use-media.ts";
import { isRoomFree, type FreeRow } from "../availability/free-rows.ts";
import { RoomAtTime } from "./room-at-time.tsx";
import { comingStretches, outsideOf, piecesOf, windowOf, type Piece, type Timeline } from "./timeline.ts";
import type { RoomPick } from "./use-room-pick.ts";
import styles from "./people-rows.module.css";

interface PeopleRowsProps {
  readonly rows: readonly FreeRow[];
  readonly timeline: Timeline;
  /** of the timeline, px */
  readonly width: number;
  readonly proposal: Span;
  /** the viewer's own that take time */
  readonly own: readonly ShownOccurrence[];
  readonly pick: RoomPick;
}

/** Shows when everybody can come, then everybody's hours on one scale, then the rooms'. */
export function PeopleRows(props: PeopleRowsProps) {
  const t = useMessages();
  const { rows, timeline } = props;
  const people = rows.filter(({ part }) => part !== "room");
  const rooms = rows.filter(({ part }) => part === "room");
  return (
    <>
      <div className={styles.coming} aria-hidden>
        <span className={styles.all}>{t("findTime.all")}</span>
        <span className={styles.line}>
          {comingStretches(rows, timeline).flatMap((stretch) =>
            piecesOf(timeline, stretch).map((piece) => (
              <span
                key={`${stretch.from} ${piece.left}`}
                className={styles.come}
                data-all={stretch.isForAll || undefined}
                style={at(piece)}
              />
            )),
          )}
        </span>
      </div>
      <ul aria-label={t("findTime.people")}>
        {people.map((row, index) => (
          <PersonRow key={row.key} {...props} row={row} index={index} />
        ))}
      </ul>
      {rooms.length > 0 ? (
        <>
          <h2 className={styles.rooms}>{t("findTime.roomsTitle")}</h2>
          <ul aria-label={t("findTime.roomsTitle")}>
            {rooms.map((row) => (
              <PersonRow key={row.key} {...props} row={row} index={0} />
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

const at = ({ left, width }: Piece) => ({ left: `${left * 100}%`, width: `${width * 100}%` });

interface PersonRowProps extends PeopleRowsProps {
  readonly row: FreeRow;
  readonly index: number;
}

function PersonRow(props: PersonRowProps) {
  const { row, timeline, width, own, pick } = props;
  return (
    <li className={styles.row} data-room={row.starts ? true : undefined}>
      {row.starts ? <RoomAtTime row={row} pick={pick} /> : <Who {...props} />}
      <Hours row={row} timeline={timeline} width={width} own={own} />
    </li>
  );
}

function Who({ row, index, proposal }: PersonRowProps) {
  const t = useMessages();
  const account = useAccount();
  const viewer = useViewerZone();
  const wall = useFormats("UTC");
  const isMe = row.key === "";
  const name = isMe ? (account?.displayName ?? t("freeBusy.you")) : isolated(row.name);
  const isElsewhere = row.zone.offsetAt(proposal.start) !== viewer.offsetAt(proposal.start);
  const beside = isMe
    ? t("findTime.you")
    : isElsewhere
      ? t("findTime.there", {
          city: zoneCity(row.zone.id, t),
          time: wall.time(row.zone.toLocal(proposal.start)),
        })
      : row.part === "optional"
        ? t("editor.guestMayMiss")
        : null;
  const isFree = isRoomFree(row, proposal);
  return (
    <span className={styles.who}>
      {row.part === "room" ? (
        <DoorOpen size={18} strokeWidth={1.6} aria-hidden className={styles.door} />
      ) : (
        <Faces of={[{ id: row.key || (account?.id ?? ""), name }]} after={index} />
      )}
      <span className={styles.name}>
        <b title={name}>{name}</b>
        {beside ? <small>{beside}</small> : null}
      </span>
      {row.part === "room" ? (
        <span className={styles.tick}>
          {isFree ? <AnswerSign answer="accepted" /> : null}
          <span className="visually-hidden">{t(isFree ? "findTime.roomFree" : "findTime.roomTaken")}</span>
        </span>
      ) : null}
    </span>
  );
}

/** A block narrower than this has no words, px. */
const LEAST_FOR_WORDS = 34;

function Hours({ row, timeline, width, own }: Pick<PersonRowProps, "row" | "timeline" | "width" | "own">) {
  const t = useMessages();
  const { timeRange } = useFormats(timeline.viewer.id);
  const onPhone = usePhone();
  const window = windowOf(timeline);
  if (row.busy === null)
    return (
      <span className={styles.line} data-hidden>
        <span>{t(onPhone ? "freeBusy.hidden" : "findTime.hidden")}</span>
      </span>
    );
  // One's own events have names, also in calendars that are not shown beside the others.
  const shown = row.key === "" ? own : [];
  const taken = row.busy.filter(({ type }) => type !== "BUSY-UNAVAILABLE");
  const said = taken
    .filter((it) => it.from < window.to && window.from < it.to)
    .map((it) =>
      t("findTime.busyAt", { time: timeRange(Math.max(it.from, window.from), Math.min(it.to, window.to)) }),
    );
  const block = (
    period: { readonly from: number; readonly to: number },
    kind: string,
    words: string,
    colour?: string,
  ) =>
    piecesOf(timeline, period).map((piece) => (
      <span
        key={`${kind} ${period.from} ${piece.left} ${words}`}
        className={styles.block}
        data-kind={kind}
        data-colour={colour}
        style={at(piece)}
      >
        {words && piece.width * width >= LEAST_FOR_WORDS ? <span>{words}</span> : null}
      </span>
    ));
  return (
    <span className={styles.line}>
      <span className="visually-hidden">{said.join(", ") || t("findTime.freeAllDay")}</span>
      <span aria-hidden>
        {outsideOf(row, window).flatMap((it) => block(it, "outside", ""))}
        {row.absences.flatMap((it) => block(it, "away", it.text || t("findTime.away")))}
        {taken
          .filter((it) => !shown.some(({ start, end }) => start < it.to && it.from < end))
          .flatMap((it) => block(it, it.type === "BUSY-TENTATIVE" ? "maybe" : "busy", t("event.busy")))}
        {shown.flatMap((it) =>
          block({ from: it.start, to: it.end }, "own", it.event.title || t("event.untitled"), it.colour),
        )}
      </span>
    </span>
  );
}
