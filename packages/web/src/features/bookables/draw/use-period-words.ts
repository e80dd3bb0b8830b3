import type { BookableRecord, DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { daysOf } from "./model.ts";

/** "Christmas, Wed 23 Dec – Tue 29 Dec". */
export function usePeriodWords({
  rules,
}: Pick<BookableRecord, "rules">): (draw: Pick<DrawRecord, "name" | "from" | "to">) => string {
  const t = useMessages();
  const language = useLanguage();
  const { shortDay } = useFormats("UTC");
  return (draw) => {
    const { from, to } = daysOf(draw);
    const named = draw.name === null ? "no" : "yes";
    // Of nights the day is said on which the last of them ends.
    const last = rules?.mode === "nights" ? to : to - 1;
    const days = { from: shortDay(from * DAY), to: shortDay(last * DAY) };
    return firstInLine(
      t("bookables.draw.period", { named, name: isolated(draw.name ?? ""), ...days }),
      language,
    );
  };
}
