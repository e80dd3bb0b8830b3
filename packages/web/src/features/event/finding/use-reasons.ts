import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import { atTime, isRoomFree, type AtTime, type FreeRow } from "../availability/free-rows.ts";
import { useRowName } from "../availability/use-row-name.ts";
import { outsideOf } from "./timeline.ts";

/** What a time asks of people. */
export interface Reasons {
  /** whole sentences */
  readonly said: string;
  /** nobody has to give way */
  readonly isFree: boolean;
}

/** More names than these are counted. */
const MOST_NAMED = 2;

/** Returns a function that says in words why a time suits, or who has to give way. */
export function useReasons(
  rows: readonly FreeRow[],
  ownTitleAt: (span: Span) => string | undefined,
): (span: Span) => Reasons {
  const t = useMessages();
  const zone = useViewerZone();
  const says = useSentences(ownTitleAt);
  return (span) => {
    const people = rows.filter(({ part }) => part !== "room");
    const state = atTime(people, span, zone);
    const asleep = people.filter(
      (row) =>
        row.busy !== null &&
        [state.away, state.busy].every((list) => !list.some((one) => one.row === row)) &&
        outsideOf(row, { from: span.start, to: span.end }).length > 0,
    );
    const isFree = state.busy.length + state.away.length + asleep.length === 0;
    const known = people.length - state.hidden.length;
    const sentences = isFree
      ? [says.free(known, state.hidden)]
      : [...says.away(state), ...says.busy(state, span), ...says.outside(asleep, span)];
    const sought = rows.filter(({ part }) => part === "room");
    const [room] = sought.filter((row) => isRoomFree(row, span));
    // A room elsewhere answers the invitation; one that is booked by rules is known.
    const isWanted = sought.some(({ starts }) => starts);
    const ofRooms = room
      ? [t("findTime.rooms", { names: isolated(room.name) })]
      : isWanted
        ? [t("findTime.noRoom")]
        : [];
    return {
      said: [...sentences, ...ofRooms].join(" "),
      isFree: isFree && (!isWanted || room !== undefined),
    };
  };
}

function useSentences(ownTitleAt: (span: Span) => string | undefined) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const wall = useFormats("UTC");
  const named = useRowName();
  const names = (rows: readonly FreeRow[]): string => listOf(rows.map(named), language);
  return {
    free: (count: number, hidden: readonly FreeRow[]): string =>
      hidden.length === 0
        ? t("findTime.allFree", { count })
        : t("findTime.shownFree", { count, hidden: hidden.length, names: names(hidden) }),
    away: ({ away }: AtTime): string[] => {
      const others = away.map(({ row }) => row).filter(({ key }) => key !== "");
      return [
        ...away
          .filter(({ row }) => row.key === "")
          .map(({ absence }) => t("freeBusy.youAway", { day: formats.shortDay(absence.to) })),
        ...(others.length > 0 ? [t("findTime.areAway", { names: names(others), count: others.length })] : []),
      ];
    },
    busy: ({ busy }: AtTime, span: Span): string[] => {
      const own = busy.find(({ row }) => row.key === "");
      const title = own && ownTitleAt(span);
      const others = busy.filter(({ row }) => row.key !== "");
      const time = (period: { readonly from: number; readonly to: number }) =>
        formats.timeRange(period.from, period.to);
      return [
        ...(own
          ? [title ? t("findTime.youHave", { title }) : t("freeBusy.youBusy", { time: time(own.period) })]
          : []),
        ...(others.length > MOST_NAMED
          ? [t("findTime.areBusy", { names: names(others.map(({ row }) => row)) })]
          : others.map(({ row, period }) =>
              t(period.type === "BUSY-TENTATIVE" ? "findTime.maybe" : "freeBusy.busy", {
                name: isolated(row.name),
                time: time(period),
              }),
            )),
      ];
    },
    outside: (asleep: readonly FreeRow[], span: Span): string[] => {
      const isElsewhere = (row: FreeRow): boolean =>
        row.key !== "" && row.zone.offsetAt(span.start) !== zone.offsetAt(span.start);
      const here = asleep.filter((row) => !isElsewhere(row));
      return [
        ...asleep.filter(isElsewhere).map((row) =>
          t("findTime.localTime", {
            time: wall.time(row.zone.toLocal(span.start)),
            name: isolated(row.name),
            city: zoneCity(row.zone.id, t),
          }),
        ),
        ...(here.length > 0 ? [t("freeBusy.outside", { names: names(here) })] : []),
      ];
    },
  };
}
