// Calendars for the tests of validation, each valid except for what a test adds.

export const lines = (...texts: readonly string[]): string =>
  texts.flatMap((text) => text.trim().split(/\s*\n\s*/)).join("\r\n");
export const HEAD = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//EN";
export const calendar = (...inside: readonly string[]): string =>
  `${lines(HEAD, ...inside, "END:VCALENDAR")}\r\n`;
export const component = (name: string, ...inside: readonly string[]): string =>
  lines(`BEGIN:${name}`, ...inside, `END:${name}`);
export const ID = "UID:1\nDTSTAMP:20260101T000000Z";
export const START = "DTSTART:20260301T100000Z";
export const event = (...inside: readonly string[]): string =>
  calendar(component("VEVENT", ID, START, ...inside));
export const todo = (...inside: readonly string[]): string => calendar(component("VTODO", ID, ...inside));
export const journal = (...inside: readonly string[]): string =>
  calendar(component("VJOURNAL", ID, ...inside));
export const alarm = (...inside: readonly string[]): string => event(component("VALARM", ...inside));
export const ZONE = component(
  "VTIMEZONE",
  "TZID:Here",
  component("STANDARD", "DTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100"),
);
export const zoned = (...inside: readonly string[]): string =>
  calendar(ZONE, component("VEVENT", ID, "DTSTART;TZID=Here:20260301T100000", ...inside));
export const observance = (...inside: readonly string[]): string =>
  calendar(
    component(
      "VTIMEZONE",
      "TZID:Here",
      component("DAYLIGHT", "TZOFFSETFROM:+0100\nTZOFFSETTO:+0200", ...inside),
    ),
    component("VEVENT", ID, START),
  );
export const availability = (...inside: readonly string[]): string =>
  calendar(component("VAVAILABILITY", ID, ...inside));
export const freeBusy = (...inside: readonly string[]): string =>
  calendar(component("VFREEBUSY", ID, ...inside));
export const participant = (...inside: readonly string[]): string =>
  event(component("PARTICIPANT", "UID:p\nPARTICIPANT-TYPE:SPEAKER", ...inside));
export const message = (method: string, ...inside: readonly string[]): string =>
  calendar(`METHOD:${method}`, component("VEVENT", ID, ...inside));

/** The subject, a valid text, an invalid one, and the violation of the latter. */
export type Case = readonly [what: string, valid: string, invalid: string, violation: string];
