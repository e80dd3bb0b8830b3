import type { Question, Words } from "@snart/calendar/booking-page/event-type.ts";
import type { BookingPageRecord, PageBookingRecord } from "@snart/calendar/jmap/booking-page.ts";
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
