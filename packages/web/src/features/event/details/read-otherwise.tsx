import type { ReadOtherwise as Part } from "@snart/calendar/jscalendar/types.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages, type Messages } from "../../../i18n/messages.ts";

/** Says which parts of an event, as another program wrote it, are not what they seem to say. */
export function ReadOtherwise({ parts }: { readonly parts: readonly Part[] }) {
  const t = useMessages();
  const language = useLanguage();
  const named = new Set(parts.map((part) => nameOf(part, t)));
  return t("event.readOtherwise", { what: listOf([...named], language) });
}

function nameOf({ property, value = "" }: Part, t: Messages): string {
  switch (property) {
    case "RRULE":
    case "EXRULE":
      return t("event.readOtherwiseRule");
    case "DTEND":
    case "DUE":
    case "DURATION":
      return t("event.readOtherwiseEnd");
    case "TZID":
      return t("event.readOtherwiseZone", { zone: isolated(value) });
    default:
      return t("event.readOtherwiseDate");
  }
}
