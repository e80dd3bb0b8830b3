import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { expect, it } from "vitest";
import type { OutgoingInvitation } from "../app/mail/outgoing-invitation.ts";
import { objectOf } from "../app/objects/read-stored.ts";
import { invitationWords } from "./invitation-words.ts";

const meeting = (modified: string, partstat: string, ...lines: readonly string[]): string[] => [
  "BEGIN:VEVENT",
  "UID:m",
  "DTSTAMP:20261120T100000Z",
  `LAST-MODIFIED:${modified}`,
  "SUMMARY:Project meeting",
  "ORGANIZER:mailto:elin@example.com",
  `ATTENDEE;PARTSTAT=${partstat}:mailto:anna@example.org`,
  ...lines,
  "END:VEVENT",
];
function wordsFor(isUpdate: boolean, ...components: readonly string[][]) {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//T//EN",
    ...components.flat(),
    "END:VCALENDAR",
    "",
  ];
  const parsed = parseICalendar(text.join("\r\n"));
  if (!parsed.ok) throw new Error(parsed.problem.code);
  const invitation = {
    message: { method: "REQUEST" },
    object: objectOf(parsed.value.calendar),
    delivery: { recipient: "anna@example.org" },
    isUpdate,
  } as unknown as OutgoingInvitation;
  const shown = { name: "Elin", sentBy: undefined, answerUrl: "https://snart.example/rsvp/x" };
  const { subject, blocks } = invitationWords(invitation, shown, "en-GB");
  return { subject, text: JSON.stringify(blocks) };
}
const SERIES = ["DTSTART:20261203T130000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"];
const MOVED = ["RECURRENCE-ID:20261210T130000Z", "DTSTART:20261210T150000Z", "DURATION:PT1H"];
const [BEFORE, AFTER] = ["20261120T100000Z", "20261121T100000Z"];

it("the subject of a change says when the date that was changed is", () => {
  const series = meeting(BEFORE, "NEEDS-ACTION", ...SERIES);
  expect(wordsFor(true, series, meeting(AFTER, "NEEDS-ACTION", ...MOVED)).subject).toMatch(/10 Dec/);
  expect(
    wordsFor(true, meeting(AFTER, "NEEDS-ACTION", ...SERIES), meeting(BEFORE, "NEEDS-ACTION", ...MOVED))
      .subject,
  ).toMatch(/3 Dec/);
  expect(wordsFor(false, series).subject).toMatch(/3 Dec/);
});

it("who has answered is not asked again, and can still change the answer", () => {
  const asked = wordsFor(false, meeting(BEFORE, "NEEDS-ACTION", ...SERIES)).text;
  expect(asked).toContain("Will you come?");
  const said = wordsFor(true, meeting(AFTER, "ACCEPTED", ...SERIES)).text;
  expect(said).not.toContain("Will you come?");
  expect(said).toContain("You have said yes.");
  expect(said).toContain("answer=declined");
  const moved = wordsFor(
    true,
    meeting(BEFORE, "ACCEPTED", ...SERIES),
    meeting(AFTER, "NEEDS-ACTION", ...MOVED),
  ).text;
  expect(moved, "of the moved date nobody has said anything").toContain("Will you come?");
});
