import fc from "fast-check";
import { expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { expand } from "../recurrence/expand.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import { UTC } from "../time/zone.ts";
import { textValue } from "../icalendar/text.ts";
import { applyMessage } from "./apply-message.ts";
import { addressesOf, attendeeAt, partstatOf } from "./attendee.ts";
import { checkAttendeeChange } from "./attendee-change.ts";
import { attendeeReply } from "./attendee-reply.ts";
import type { ItipMessage } from "./itip-message.ts";
import { prepareOrganizerChange } from "./organizer-change.ts";
import { organizerMessages } from "./organizer-messages.ts";
import { event, objectOf, readText, reread } from "./scheduling-text.ts";

// One organizer and two guests change and answer in any order while messages are on their way: in the end all copies
// agree.

const GUESTS = ["bengt", "cilla"] as const;
type Guest = (typeof GUESTS)[number];
const mail = (name: string): string => `mailto:${name}@example.com`;
const isElin = addressesOf([mail("elin")]);
const DAYS = ["23", "24", "25", "26"] as const;

const step = fc.oneof(
  fc.record({ do: fc.constant("rename" as const), to: fc.constantFrom("Lunch", "Dinner", "Tea") }),
  fc.record({ do: fc.constant("move" as const), hour: fc.constantFrom("11", "12", "13") }),
  fc.record({
    do: fc.constant("move-one" as const),
    day: fc.constantFrom(...DAYS),
    hour: fc.constantFrom("15", "16"),
  }),
  fc.record({ do: fc.constant("except" as const), day: fc.constantFrom(...DAYS) }),
  fc.record({ do: fc.constant("take-back" as const), day: fc.constantFrom(...DAYS) }),
  fc.record({ do: fc.constant("ask-again" as const), who: fc.constantFrom(...GUESTS) }),
  fc.record({ do: fc.constant("invite" as const), who: fc.constantFrom(...GUESTS) }),
  fc.record({
    do: fc.constant("invite-one" as const),
    who: fc.constantFrom(...GUESTS),
    day: fc.constantFrom(...DAYS),
  }),
  fc.record({ do: fc.constant("uninvite" as const), who: fc.constantFrom(...GUESTS) }),
  fc.record({
    do: fc.constant("answer" as const),
    who: fc.constantFrom(...GUESTS),
    partstat: fc.constantFrom("ACCEPTED", "DECLINED", "TENTATIVE"),
  }),
  fc.record({
    do: fc.constant("answer-one" as const),
    who: fc.constantFrom(...GUESTS),
    day: fc.constantFrom(...DAYS),
    partstat: fc.constantFrom("ACCEPTED", "DECLINED", "TENTATIVE"),
  }),
  fc.record({
    do: fc.constant("take-out" as const),
    who: fc.constantFrom(...GUESTS),
    day: fc.constantFrom(...DAYS),
  }),
  fc.record({ do: fc.constant("deliver" as const), to: fc.constantFrom("elin", ...GUESTS) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
  now = Date.UTC(2026, 10, 1);
  own: CalendarObject | undefined;
  readonly copies = new Map<Guest, CalendarObject>();
  readonly queues = new Map<string, ItipMessage[]>();

  #send(messages: readonly (ItipMessage | undefined)[]): void {
    for (const message of messages) {
      const name = /mailto:(\w+)@/.exec(message?.recipient ?? "")?.[1];
      if (message && name) this.queues.set(name, [...(this.queues.get(name) ?? []), message]);
    }
  }
  #context = () => ({ now: this.now, prodId: "-//Test//EN" });

  organize(text: string): void {
    const before = this.own;
    const after = prepareOrganizerChange({
      before,
      after: readText(text),
      isOrganizer: isElin,
      keepAnswers: false,
    });
    this.own = reread(after.calendar);
    this.#send(organizerMessages(before, this.own, isElin, this.#context()));
  }

  answer(who: Guest, text: string): void {
    const before = this.copies.get(who);
    const isMine = addressesOf([mail(who)]);
    const settled = before && checkAttendeeChange(before, readText(text), isMine);
    if (!before || !settled) return;
    if (!settled.ok) throw new Error(`refused: ${settled.problem}\n${text}`);
    const after = reread(settled.value.calendar);
    this.copies.set(who, after);
    this.#send([attendeeReply(before, after, isMine, this.#context())]);
  }

  deliver(to: string): boolean {
    const [message, ...rest] = this.queues.get(to) ?? [];
    if (!message) return false;
    this.queues.set(to, rest);
    const stored = to === "elin" ? this.own : this.copies.get(to as Guest);
    const { sender, askedAgain = [] } = message;
    const delivery = { isMine: addressesOf([mail(to)]), sender, askedAgain, mayBecome: () => true };
    const applied = applyMessage(reread(message.calendar), stored, delivery);
    if (applied.kind !== "store") return true;
    const object = reread(applied.object.calendar);
    if (to === "elin") this.own = object;
    else this.copies.set(to as Guest, object);
    return true;
  }

  flush(): void {
    for (let more = true; more;) {
      this.now += 1_000;
      more = ["elin", ...GUESTS].map((name) => this.deliver(name)).some(Boolean);
    }
  }
}

const textOf = (object: CalendarObject | undefined): string =>
  object ? serialiseICalendar(object.calendar).replace(/\r\n /g, "") : "";

/** Does what the organizer's and the guests' apps would write. */
function take(world: World, one: Step): void {
  world.now += 1_000;
  const own = textOf(world.own);
  const line = (who: string, partstat = "NEEDS-ACTION"): string =>
    `ATTENDEE;PARTSTAT=${partstat}:${mail(who)}`;
  const hour = /DTSTART:202611\d\dT(\d\d)/.exec(own)?.[1] ?? "11";
  const copy = (who: Guest): string => textOf(world.copies.get(who));
  const copyHour = (who: Guest): string =>
    /DTSTART:20261123T(\d\d)[^]*RRULE|RRULE[^]*DTSTART:20261123T(\d\d)/.exec(copy(who))?.[1] ?? hour;
  switch (one.do) {
    case "rename":
      return world.organize(own.replace(/SUMMARY:\w+/g, `SUMMARY:${one.to}`));
    case "move":
      // As apps do: overrides are dropped when the whole series moves.
      if (one.hour === hour) return undefined;
      return world.organize(
        mainOnly(own)
          .replace(/^EXDATE.*\r\n/gm, "")
          .replace(/DTSTART:20261123T\d\d/, `DTSTART:20261123T${one.hour}`)
          .replace(/DTEND:20261123T\d\d/, `DTEND:20261123T${one.hour}`),
      );
    case "move-one": {
      if (own.includes(`RECURRENCE-ID:202611${one.day}T`) || own.includes(`EXDATE:202611${one.day}T`))
        return undefined;
      const attendees = own.split("END:VEVENT")[0]?.match(/^ATTENDEE.*$/gm) ?? [];
      const override = event(
        `RECURRENCE-ID:202611${one.day}T${hour}0000Z`,
        `DTSTART:202611${one.day}T${one.hour}0000Z`,
        `DTEND:202611${one.day}T${one.hour}3000Z`,
        `SUMMARY:${/SUMMARY:(\w+)/.exec(own)?.[1] ?? ""}`,
        `SEQUENCE:${/SEQUENCE:(\d+)/.exec(own)?.[1] ?? 0}`,
        ...attendees.map((text) => text.trim()),
      );
      return world.organize(own.replace("END:VCALENDAR", [...override, "END:VCALENDAR"].join("\r\n")));
    }
    case "except":
      if (own.includes(`EXDATE:202611${one.day}T`)) return undefined;
      return world.organize(
        withoutInstance(own, one.day).replace("RRULE:", `EXDATE:202611${one.day}T${hour}0000Z\r\nRRULE:`),
      );
    case "take-back":
      // Apps take back what the organizer changed, not an override that only holds an answer.
      if (!isChangedOn(own, one.day)) return undefined;
      return world.organize(withoutInstance(own, one.day));
    case "ask-again":
      // As for somebody who is invited anew.
      world.flush();
      return world.organize(
        textOf(world.own).replace(new RegExp(`^ATTENDEE.*${one.who}@.*$`, "gm"), line(one.who)),
      );
    case "invite":
      if (own.includes(mail(one.who))) return undefined;
      return world.organize(own.replaceAll("END:VEVENT", `${line(one.who)}\r\nEND:VEVENT`));
    case "invite-one":
      return inviteAlone(world, one.who, one.day, hour);
    case "uninvite":
      return world.organize(own.replace(new RegExp(`^ATTENDEE.*${one.who}@.*\r\n`, "gm"), ""));
    case "answer":
      return world.answer(
        one.who,
        copy(one.who).replace(new RegExp(`^ATTENDEE.*${one.who}@.*$`, "gm"), line(one.who, one.partstat)),
      );
    case "answer-one": {
      const text = copy(one.who);
      const parts = text.split("BEGIN:VEVENT");
      const at = parts.findIndex((part) => part.includes(`RECURRENCE-ID:202611${one.day}T`));
      if (at < 0) return answerAlone(world, one.who, one.day, one.partstat, copyHour(one.who));
      const mine = new RegExp(`^ATTENDEE.*${one.who}@.*$`, "m");
      parts[at] = (parts[at] ?? "").replace(mine, line(one.who, one.partstat));
      return world.answer(one.who, parts.join("BEGIN:VEVENT"));
    }
    case "take-out": {
      const text = copy(one.who);
      if (
        !text.includes("RRULE") ||
        text.includes(`EXDATE:202611${one.day}T`) ||
        text.includes("STATUS:CANCELLED")
      )
        return undefined;
      return world.answer(
        one.who,
        withoutInstance(text, one.day).replace(
          "RRULE:",
          `EXDATE:202611${one.day}T${copyHour(one.who)}0000Z\r\nRRULE:`,
        ),
      );
    }
    case "deliver":
      return void world.deliver(one.to);
  }
}

/** Invites somebody who is not invited to the series to one instance of it. */
function inviteAlone(world: World, who: Guest, day: string, hour: string): void {
  const own = textOf(world.own);
  const isThere = own.includes(`RECURRENCE-ID:202611${day}T`);
  if (own.includes(mail(who)) || own.includes(`EXDATE:202611${day}T`)) return;
  const guest = `ATTENDEE;PARTSTAT=NEEDS-ACTION:${mail(who)}`;
  const main = own.split("BEGIN:VEVENT").find((part) => part.includes("RRULE")) ?? "";
  const lines = (main.match(/^(?:SUMMARY|SEQUENCE|ATTENDEE).*$/gm) ?? []).map((line) => line.trim());
  const override = event(
    `RECURRENCE-ID:202611${day}T${hour}0000Z`,
    `DTSTART:202611${day}T${hour}0000Z`,
    `DTEND:202611${day}T${hour}3000Z`,
    ...lines,
    guest,
  );
  const of = new RegExp(`(RECURRENCE-ID:202611${day}T(?:(?!END:VEVENT)[^])*)END:VEVENT`);
  world.organize(
    isThere
      ? own.replace(of, `$1${guest}\r\nEND:VEVENT`)
      : own.replace("END:VCALENDAR", [...override, "END:VCALENDAR"].join("\r\n")),
  );
}

/** Answers one instance that had no override so far. */
function answerAlone(world: World, who: Guest, day: string, partstat: string, hour: string): void {
  const text = textOf(world.copies.get(who));
  if (!text.includes("RRULE") || text.includes(`EXDATE:202611${day}T`) || text.includes("STATUS:CANCELLED"))
    return;
  const main = text.split("BEGIN:VEVENT").find((part) => part.includes("RRULE")) ?? "";
  const of = (pattern: RegExp): readonly string[] => (main.match(pattern) ?? []).map((found) => found.trim());
  const override = event(
    `RECURRENCE-ID:202611${day}T${hour}0000Z`,
    `DTSTART:202611${day}T${hour}0000Z`,
    `DTEND:202611${day}T${hour}3000Z`,
    ...of(/^(?:SUMMARY|SEQUENCE|DTSTAMP|ATTENDEE).*$/gm).map((found) =>
      found.includes(`${who}@`) ? `ATTENDEE;PARTSTAT=${partstat}:${mail(who)}` : found,
    ),
  );
  world.answer(who, text.replace("END:VCALENDAR", [...override, "END:VCALENDAR"].join("\r\n")));
}

/** Whether a date was moved, or was asked about again since it was moved back. */
const isChangedOn = (text: string, day: string): boolean => {
  const override =
    text.split("BEGIN:VEVENT").find((part) => part.includes(`RECURRENCE-ID:202611${day}T`)) ?? "";
  const [id, start] = [/RECURRENCE-ID:(\w+)/.exec(override)?.[1], /DTSTART:(\w+)/.exec(override)?.[1]];
  return id !== start || override.includes("X-SNART-ASKED-AT");
};

const mainOnly = (text: string): string =>
  text.replace(
    /BEGIN:VEVENT\r\n(?:(?!END:VEVENT)[^])*RECURRENCE-ID(?:(?!END:VEVENT)[^])*END:VEVENT\r\n/g,
    "",
  );
const withoutInstance = (text: string, day: string): string =>
  text.replace(
    new RegExp(
      `BEGIN:VEVENT\\r\\n(?:(?!END:VEVENT)[^])*RECURRENCE-ID:202611${day}T(?:(?!END:VEVENT)[^])*END:VEVENT\\r\\n`,
      "g",
    ),
    "",
  );

/** A person's instances with their times and that person's answers. */
function plan(object: CalendarObject | undefined, who: string): Readonly<Record<string, string>> {
  const series = object && seriesOfObject(object);
  if (!series?.ok) return {};
  const window = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 30) };
  const found = expand(series.value, window, UTC);
  const days = (found.ok ? found.value : []).flatMap(({ startInstant, endInstant, recurrenceId, source }) => {
    const attendee = attendeeAt(source, mail(who));
    if (!attendee || textValue(source, "STATUS") === "CANCELLED") return [];
    const times = [startInstant, endInstant].map((instant) => new Date(instant).toISOString().slice(8, 16));
    const key = recurrenceId?.kind === "timed" ? new Date(recurrenceId.local).toISOString().slice(8, 13) : "";
    return [
      [key, `${times.join("-")} ${textValue(source, "SUMMARY") ?? ""} ${partstatOf(attendee)}`] as const,
    ];
  });
  return Object.fromEntries(days);
}

/** What once left copies that differed. */
const KNOWN: readonly (readonly Step[])[] = [
  [
    { do: "ask-again", who: "bengt" },
    { do: "uninvite", who: "bengt" },
    { do: "take-out", who: "bengt", day: "23" },
    { do: "invite", who: "bengt" },
    { do: "except", day: "24" },
  ],
  [
    { do: "deliver", to: "cilla" },
    { do: "answer", who: "cilla", partstat: "ACCEPTED" },
    { do: "ask-again", who: "cilla" },
    { do: "take-out", who: "cilla", day: "24" },
  ],
  [
    { do: "deliver", to: "cilla" },
    { do: "answer-one", who: "cilla", day: "23", partstat: "ACCEPTED" },
    { do: "ask-again", who: "cilla" },
    { do: "take-back", day: "23" },
    { do: "answer", who: "cilla", partstat: "ACCEPTED" },
    { do: "rename", to: "Dinner" },
  ],
  [
    { do: "ask-again", who: "bengt" },
    { do: "answer-one", who: "bengt", day: "24", partstat: "ACCEPTED" },
    { do: "deliver", to: "elin" },
    { do: "take-back", day: "24" },
  ],
  [
    { do: "move-one", day: "23", hour: "15" },
    { do: "deliver", to: "bengt" },
    { do: "answer", who: "bengt", partstat: "ACCEPTED" },
    { do: "ask-again", who: "bengt" },
    { do: "take-out", who: "bengt", day: "23" },
  ],
  [
    { do: "deliver", to: "cilla" },
    { do: "rename", to: "Dinner" },
    { do: "answer-one", who: "cilla", day: "23", partstat: "DECLINED" },
    { do: "answer", who: "cilla", partstat: "DECLINED" },
    { do: "deliver", to: "cilla" },
    { do: "answer", who: "cilla", partstat: "ACCEPTED" },
  ],
  [
    { do: "ask-again", who: "bengt" },
    { do: "answer", who: "cilla", partstat: "DECLINED" },
    { do: "take-out", who: "cilla", day: "23" },
    { do: "answer", who: "cilla", partstat: "ACCEPTED" },
  ],
  [
    { do: "ask-again", who: "bengt" },
    { do: "answer-one", who: "cilla", day: "24", partstat: "ACCEPTED" },
    { do: "ask-again", who: "cilla" },
    { do: "answer-one", who: "cilla", day: "24", partstat: "DECLINED" },
    { do: "take-back", day: "24" },
  ],
  [
    { do: "move-one", day: "24", hour: "15" },
    { do: "ask-again", who: "bengt" },
    { do: "answer", who: "cilla", partstat: "ACCEPTED" },
    { do: "take-back", day: "24" },
    { do: "take-out", who: "cilla", day: "24" },
  ],
  [
    { do: "move-one", day: "23", hour: "15" },
    { do: "take-back", day: "23" },
    { do: "ask-again", who: "bengt" },
    { do: "take-out", who: "bengt", day: "23" },
    { do: "move", hour: "13" },
    { do: "move", hour: "11" },
  ],
  [
    { do: "ask-again", who: "bengt" },
    { do: "take-out", who: "bengt", day: "24" },
    { do: "ask-again", who: "bengt" },
    { do: "answer", who: "bengt", partstat: "ACCEPTED" },
    { do: "ask-again", who: "cilla" },
    { do: "take-back", day: "24" },
  ],
  [
    { do: "move-one", day: "25", hour: "15" },
    { do: "except", day: "23" },
    { do: "except", day: "24" },
    { do: "uninvite", who: "bengt" },
    { do: "ask-again", who: "bengt" },
    { do: "take-back", day: "25" },
    { do: "answer", who: "cilla", partstat: "ACCEPTED" },
  ],
];

it("all copies agree in the end, whatever was done and in whatever order the messages arrive", () => {
  const beginning = [
    "DTSTART:20261123T110000Z",
    "DTEND:20261123T113000Z",
    "RRULE:FREQ=DAILY;COUNT=4",
    `ATTENDEE;PARTSTAT=ACCEPTED:${mail("elin")}`,
    ...GUESTS.map((who) => `ATTENDEE;PARTSTAT=NEEDS-ACTION:${mail(who)}`),
  ];
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
      const world = new World();
      world.organize(textOf(objectOf(event(...beginning))));
      for (const one of steps) take(world, one);
      world.flush();
      for (const who of GUESTS) {
        const [theirs, ours] = [plan(world.copies.get(who), who), plan(world.own, who)];
        // An instance that a guest removed from their own calendar counts as declined in the organizer's.
        const open = Object.entries(ours).filter(
          ([key, text]) => key in theirs || !text.endsWith("DECLINED"),
        );
        expect(theirs, who).toEqual(Object.fromEntries(open));
      }
    }),
    { numRuns: Number(process.env["RUNS"] ?? 400), examples: KNOWN.map((steps): [Step[]] => [[...steps]]) },
  );
});
