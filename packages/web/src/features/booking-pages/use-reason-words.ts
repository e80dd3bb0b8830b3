import type { WhyNotRecord } from "@snart/calendar/jmap/booking-page.ts";
import { startOfDay } from "@snart/calendar/time/local.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { PossibleHost } from "./owner/use-page-owners.ts";

type Reason = WhyNotRecord["reasons"][number];

/**
 * Words for why a time is not shown to guests, on the clocks of whoever asks.
 * @param start of that time, ms UTC: what is on its day is said without the date
 * @param hosts who can receive guests: of several it is said who is meant
 */
export function useReasonWords(start: number, hosts: readonly PossibleHost[]): (reason: Reason) => string {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear, time, timeRange } = useFormats(zone.id);
  const dayOf = (at: number): number => startOfDay(zone.toLocal(at));
  const isThatDay = (at: number): boolean => dayOf(at) === dayOf(start);
  const moment = (at: number): string => `${dayAndYear(at)}, ${time(at)}`;
  const span = (from: number, to: number): string => {
    if (dayOf(from) !== dayOf(to - 1)) return `${moment(from)} – ${moment(to)}`;
    return isThatDay(from) ? timeRange(from, to) : `${dayAndYear(from)}, ${timeRange(from, to)}`;
  };
  const nameOf = (id: string | undefined): string | undefined =>
    hosts.length > 1 ? hosts.find((host) => host.id === id)?.name : undefined;
  return (reason) => {
    const name = "host" in reason ? nameOf(reason.host) : undefined;
    switch (reason.kind) {
      case "notALength":
        return t("bookingPages.why.notALength", { minutes: reason.minutes });
      case "paused":
        return reason.until === undefined
          ? t("bookingPages.why.paused")
          : t("bookingPages.why.pausedUntil", { when: moment(reason.until) });
      case "tooSoon":
        return t("bookingPages.why.tooSoon", { when: moment(reason.earliest) });
      case "tooFar":
        return t("bookingPages.why.tooFar", { when: moment(reason.latest) });
      case "offRaster":
        return t("bookingPages.why.offRaster", { when: moment(reason.nearest) });
      case "busy":
      case "buffer": {
        const when = span(reason.from, reason.to);
        if (reason.title === undefined && name !== undefined)
          return t(`bookingPages.why.${reason.kind}Of`, { when, name: isolated(name) });
        return reason.title === undefined
          ? t(`bookingPages.why.${reason.kind}`, { when })
          : t(`bookingPages.why.${reason.kind}Named`, { when, title: isolated(reason.title) });
      }
      case "filling":
        return t("bookingPages.why.filling", { time: time(reason.until) });
      case "full":
        return t("bookingPages.why.full", { seats: reason.seats });
      case "limit":
        return name === undefined
          ? t("bookingPages.why.limit", { max: reason.max, per: reason.per })
          : t("bookingPages.why.limitOf", { max: reason.max, per: reason.per, name: isolated(name) });
      case "unknown":
        return t("bookingPages.why.unknown", { source: isolated(reason.source), health: reason.health });
      case "notOpen":
        return name === undefined
          ? t("bookingPages.why.notOpen")
          : t("bookingPages.why.notOpenOf", { name: isolated(name) });
      case "notATime":
      case "past":
      case "outsidePeriod":
      case "nobodyInTurn":
      case "noRoom":
        return t(`bookingPages.why.${reason.kind}`);
    }
  };
}
