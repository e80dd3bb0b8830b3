import type { Question, Words } from "@snart/calendar/booking-page/event-type.ts";
import type { BookingPageRecord, PageBookingRecord } from "@snart/calendar/jmap/booking-page.ts";
import { instantAt, readTime } from "@snart/calendar/booking/clock.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";

/** The text for a reader of one language; the other one where it is missing. */
export const wordsOf = ({ en, sv }: Words, language: Language): string =>
  (language === "sv" ? (sv ?? en) : (en ?? sv)) ?? "";

interface LengthChoice {
  readonly key: string;
  readonly typeId: string;
  readonly title: Words;
  readonly minutes: number;
  /** from the thing's time of arrival on a day, whose minutes depend on the day */
  readonly nights?: number;
}

/** Every length of every event type of a page. */
export const lengthsOfPage = ({ types }: BookingPageRecord): readonly LengthChoice[] =>
  types.flatMap(({ id: typeId, title, type: { lengths, inRow = 1, nights } }): readonly LengthChoice[] => {
    if (!nights)
      return lengths.flatMap((length) =>
        Array.from({ length: inRow }, (_, at) => {
          const minutes = (at + 1) * minutesOf(length);
          return { key: `${typeId} ${minutes}`, typeId, title, minutes };
        }),
      );
    const counts = Array.from({ length: nights.most - nights.least + 1 }, (_, at) => nights.least + at);
    return counts.map((count) => ({
      key: `${typeId} ${count} nights`,
      typeId,
      title,
      minutes: 0,
      nights: count,
    }));
  });

/** The time that is meant by a choice at a reading of somebody's clocks: nights begin and end as the thing's do, on that day and a later one. */
export function askedTime(
  { types }: BookingPageRecord,
  { typeId, minutes, nights }: LengthChoice,
  at: Local,
  zone: Zone,
): { readonly start: number; readonly minutes: number } {
  const type = types.find(({ id }) => id === typeId)?.type;
  const theirs = ianaZone(type?.timeZone ?? "");
  if (nights === undefined || !type?.nights || !theirs) return { start: zone.toInstant(at), minutes };
  const day = dayOf(at);
  const start = instantAt(theirs, day, readTime(type.nights.checkIn) ?? 0);
  const end = instantAt(theirs, day + nights, readTime(type.nights.checkOut) ?? 0);
  return { start, minutes: (end - start) / MINUTE };
}

/** Minutes of an exact span, as event types have them: `PT1H30M`. */
function minutesOf(text: string): number {
  const [, days = 0, hours = 0, minutes = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(text)?.map((part) => Number(part ?? 0)) ?? [];
  return days * 1_440 + hours * 60 + minutes;
}

/** What a guest said to one question: words of theirs or of the choice, or that they ticked its box. */
export interface Answered {
  readonly label: string;
  readonly answer: string | true;
}

/** What a guest has answered, in the order in which they were asked; what they left out is left out. */
export function answersOf(
  pages: readonly BookingPageRecord[],
  { pageId, typeId, answers }: PageBookingRecord,
  language: Language,
): readonly Answered[] {
  const type = pages.find(({ id }) => id === pageId)?.types.find(({ id }) => id === typeId)?.type;
  return (type?.questions ?? []).flatMap((question, at): Answered[] => {
    const answer = answers[at];
    if (answer === undefined || answer === "" || answer === false) return [];
    const said = answer === true ? answer : chosen(question, answer, language);
    return [{ label: wordsOf(question.label, language), answer: said }];
  });
}

/** A choice is answered by its number. */
function chosen(question: Question, answer: string, language: Language): string {
  const choice = question.kind === "choice" ? question.choices[Number(answer)] : undefined;
  return choice ? wordsOf(choice, language) : answer;
}

/** What shows a page in a frame on another site, with the script that gives the frame its height, which may be left out. */
export const frameCode = (address: string, script: string, title: string): string =>
  `<iframe src="${address}" width="100%" height="600" style="border:0" title="${title.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>\n<script async src="${script}"></script>`;
