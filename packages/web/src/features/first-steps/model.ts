import type { FirstStep } from "@snart/calendar/jmap/profile.ts";
import { almanacRegion } from "../../grid/almanac/red-days.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { usePreferences } from "../preferences/model.ts";

export interface FirstSteps {
  /** what is offered and has been neither done nor put away */
  readonly left: readonly FirstStep[];
  readonly leave: (...steps: readonly FirstStep[]) => void;
  /** offers again what has been put away */
  readonly offer: (steps: readonly FirstStep[]) => void;
}

/** The steps that stand first in the list, each a card. */
export const NEXT_STEPS: readonly FirstStep[] = ["phone", "import", "share"];

/** What the account is still offered to begin with, in every browser the same. */
export function useFirstSteps(): FirstSteps {
  const [preferences, prefer] = usePreferences();
  const language = useLanguage();
  const zone = useViewerZone();
  const isSwedish = almanacRegion(zone.id, language, preferences?.almanac) === "SE";
  const left = (preferences?.firstSteps ?? []).filter((it) => isSwedish || it !== "nameDays");
  const offer = (steps: readonly FirstStep[]): void =>
    prefer({ firstSteps: steps.length > 0 ? steps : null });
  return {
    left,
    leave: (...steps) => {
      const rest = left.filter((it) => !steps.includes(it));
      if (rest.length < left.length) offer(rest);
    },
    offer,
  };
}
