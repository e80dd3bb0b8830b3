import type { Words } from "@snart/calendar/booking-page/event-type.ts";
import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import type { Language } from "@snart/locales/language.ts";

/** The text for a reader of one language; the other one where it is missing. */
export const wordsOf = ({ en, sv }: Words, language: Language): string =>
  (language === "sv" ? (sv ?? en) : (en ?? sv)) ?? "";

interface LengthChoice {
  readonly key: string;
  readonly typeId: string;
  readonly title: Words;
  readonly minutes: number;
}

/** Every length of every event type of a page. */
export const lengthsOfPage = ({ types }: BookingPageRecord): readonly LengthChoice[] =>
  types.flatMap(({ id: typeId, title, type }) =>
    type.lengths.map((length) => {
      const minutes = minutesOf(length);
      return { key: `${typeId} ${minutes}`, typeId, title, minutes };
    }),
  );

/** Minutes of an exact span, as event types have them: `PT1H30M`. */
function minutesOf(text: string): number {
  const [, days = 0, hours = 0, minutes = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(text)?.map((part) => Number(part ?? 0)) ?? [];
  return days * 1_440 + hours * 60 + minutes;
}
