import type { ClosedKinds } from "@snart/calendar/almanac/squeeze-days.ts";
import { useMemo } from "react";
import { useLanguage } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useAccount } from "../../store/session.ts";
import { almanacRegion, type Almanac } from "./red-days.ts";

/**
 * The holidays to show: those chosen in the settings, or none, else those of the zone and language. Eves are free unless the
 * person has chosen otherwise.
 */
export function useAlmanac(): Almanac {
  const zone = useViewerZone();
  const language = useLanguage();
  const { almanac, freeOn } = useAccount()?.preferences ?? {};
  const region = almanacRegion(zone.id, language, almanac);
  const isHidden = almanac === "none";
  return useMemo(() => ({ region, isHidden, closed: closedKinds(freeOn) }), [region, isHidden, freeOn]);
}

/** "red": by law alone; "customary": the days before as well; else the eves that the law treats as Sundays. */
function closedKinds(freeOn: string | null | undefined): ClosedKinds {
  if (freeOn === "red") return new Set(["red"]);
  return new Set(freeOn === "customary" ? ["red", "eve", "customary"] : ["red", "eve"]);
}
