// A calendar as a team of 60 would have: meetings with guests, alarms, texts in Swedish with folds, most of them
// recurring.

const people = Array.from({ length: 60 }, (_, index) => {
  const name = ["Åsa", "Björn", "Cecilia", "David", "Elin", "Frans"][index % 6];
  return {
    name: `${index % 3 === 0 ? `"Ek ${index}, ${name}"` : `${name} Berg ${index}`}`,
    mail: `person${index}@example.com`,
  };
});
const rules = [
  "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20271231T230000Z",
  "FREQ=DAILY;COUNT=20",
  "FREQ=MONTHLY;BYDAY=2TU",
  "FREQ=YEARLY",
];
const replies = ["ACCEPTED", "DECLINED", "TENTATIVE", "NEEDS-ACTION"];

/** Pseudo-random numbers, the same each time. */
function* numbers(): Generator<number, never> {
  let state = 12_345;
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state >>> 8;
  }
}

function fold(line: string): string {
  return line.replace(/(.{60})(?=.)/gu, "$1\r\n ");
}

export function sampleCalendar(events: number): string {
  const random = numbers();
  const pick = <T>(list: readonly T[]): T => list[random.next().value % list.length] as T;
  const two = (value: number) => String(value).padStart(2, "0");
  const texts = Array.from({ length: events }, (_, index) => {
    const day = `2026${two((random.next().value % 12) + 1)}${two((random.next().value % 28) + 1)}`;
    const hour = (random.next().value % 9) + 8;
    const organizer = pick(people);
    const lines = [
      "BEGIN:VEVENT",
      `UID:${index}-${random.next().value.toString(16)}@example.com`,
      `DTSTAMP:${day}T101112Z`,
      `DTSTART;TZID=Europe/Stockholm:${day}T${two(hour)}0000`,
      `DTEND;TZID=Europe/Stockholm:${day}T${two(hour + 1)}0000`,
      `SUMMARY:Möte om budget ${index}`,
      `LOCATION:Rum ${random.next().value % 30}\\, plan 2`,
      `DESCRIPTION:${"En längre beskrivning\\, med flera ord och rader.\\n".repeat(random.next().value % 8)}`,
      `ORGANIZER;CN=${organizer.name}:mailto:${organizer.mail}`,
      ...Array.from({ length: random.next().value % 6 }, () => {
        const guest = pick(people);
        return `ATTENDEE;CN=${guest.name};PARTSTAT=${pick(replies)};ROLE=REQ-PARTICIPANT;RSVP=TRUE:mailto:${guest.mail}`;
      }),
      ...(index % 3 === 0
        ? [`RRULE:${pick(rules)}`, `EXDATE;TZID=Europe/Stockholm:${day}T${two(hour)}0000`]
        : []),
      "SEQUENCE:2",
      "STATUS:CONFIRMED",
      "TRANSP:OPAQUE",
      ...(index % 2 === 0
        ? ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:x", "END:VALARM"]
        : []),
      "END:VEVENT",
    ];
    return lines.map(fold).join("\r\n");
  });
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n${texts.join("\r\n")}\r\nEND:VCALENDAR\r\n`;
  // As if read from a file or the network: one flat string, not a tree of its parts.
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
