/** The meeting that every program organizes the same way: on Tuesdays at noon in Stockholm, five times. */
export const MEETING = {
  uid: "council@snart.example",
  title: "Council",
  zone: "Europe/Stockholm",
  dates: ["2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22", "2026-12-29"],
} as const;

export type Answer = "ACCEPTED" | "TENTATIVE" | "DECLINED";

/** The local time of a date's instance, as JMAP and as iCalendar write it. */
export const noonOf = (date: string): { readonly js: string; readonly ics: string } => at(date, 12);
export function at(date: string, hour: number): { readonly js: string; readonly ics: string } {
  return { js: `${date}T${hour}:00:00`, ics: `${date.replaceAll("-", "")}T${hour}0000` };
}
/** The same instant in UTC: in winter, an hour earlier. */
export const utcAt = (date: string, hour: number): string =>
  `${date.replaceAll("-", "")}T${String(hour - 1).padStart(2, "0")}0000Z`;

/** The organizer, with any program. */
export interface Organizer {
  invite(guests: readonly string[]): Promise<void>;
  /** The other times that wait for an answer, as who and when. */
  proposed(): Promise<readonly string[]>;
  /** Accepts the proposed time. */
  takeOver(): Promise<void>;
  move(date: string, to: { readonly date: string; readonly hour: number }): Promise<void>;
  cancel(date: string): Promise<void>;
  uninvite(guests: readonly string[]): Promise<void>;
  cancelAll(): Promise<void>;
}

/** A guest, with any program. */
export interface Guest {
  answer(answer: Answer): Promise<void>;
  answerOne(date: string, answer: Answer): Promise<void>;
}
