import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import type { AtTime } from "./free-rows.ts";
import { useRowName } from "./use-row-name.ts";

/** The description of a time. */
export interface Said {
  /** names who is busy or absent, or says that nobody is */
  readonly main: string;
  /** names the hours outside which it is, and the time on other clocks */
  readonly also: readonly string[];
}

/** Returns a function that words everybody's availability at a time. */
export function useSaid(): (state: AtTime, span: Span) => Said {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const wall = useFormats("UTC");
  const named = useRowName();
  const away = ({ away: [first] }: AtTime): string | null => {
    if (!first) return null;
    const { row, absence } = first;
    const day = formats.shortDay(absence.to);
    if (row.key === "") return t("freeBusy.youAway", { day });
    const name = isolated(row.name);
    return absence.text
      ? t("freeBusy.awayText", { name, day, text: isolated(absence.text) })
      : t("freeBusy.awayUntil", { name, day });
  };
  const busy = ({ busy: [first, ...more] }: AtTime): string | null => {
    if (!first) return null;
    const { row, period } = first;
    const isMe = row.key === "";
    const name = isolated(row.name);
    if (more.length > 0)
      return t(isMe ? "freeBusy.youBusyMore" : "freeBusy.busyMore", { name, count: more.length });
    const time = formats.timeRange(period.from, period.to);
    return t(isMe ? "freeBusy.youBusy" : "freeBusy.busy", { name, time });
  };
  return (state, span) => {
    const clash = [away(state), busy(state)].filter((it) => it !== null).join(" ");
    const free = t(state.hidden.length > 0 ? "freeBusy.shownFree" : "freeBusy.allFree");
    const outside = state.outside.map(named);
    const also = state.elsewhere.map((row) => {
      const time = wall.time(row.zone.toLocal(span.start));
      const city = zoneCity(row.zone.id, t);
      return row.key === ""
        ? t("freeBusy.localYours", { time, city })
        : t("freeBusy.local", { time, name: isolated(row.name), city });
    });
    return {
      main: clash || free,
      also: [
        ...(outside.length > 0 ? [t("freeBusy.outside", { names: listOf(outside, language) })] : []),
        ...also,
      ],
    };
  };
}
