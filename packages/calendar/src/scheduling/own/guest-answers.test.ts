import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { serialiseICalendar } from "../../icalendar/serialise.ts";
import { addressesOf } from "../attendee.ts";
import { organizerMessages } from "../organizer-messages.ts";
import { event, objectOf } from "../scheduling-text.ts";
import { answerMarks, withAnswers, withoutAnswers } from "./guest-answers.ts";

const ANSWERS = "Phone: +46 70 123 45 67\nWhat is it about?: Building permit";
const marksOf = (text: string): string =>
  `JSPROP;JSPTR="snart:answerMarks":${JSON.stringify(answerMarks(text)).replaceAll(",", "\\,")}`;
const escaped = (text: string): string => text.replaceAll("\n", "\\n");
const booked = (description: string, ...more: string[]): CalendarObject =>
  objectOf(event(`DESCRIPTION:${escaped(description)}`, marksOf(ANSWERS), ...more));
const textOf = ({ calendar }: CalendarObject): string =>
  serialiseICalendar(calendar).replace(/\r\n[ \t]/g, "");

describe("what guests have answered", () => {
  it("is not in an event as others see it, and no marks of it are", () => {
    const seen = textOf(withoutAnswers(booked(ANSWERS)));
    expect(seen).not.toMatch(/DESCRIPTION|Phone|permit|answerMarks/);
    expect(seen).toContain("SUMMARY");
  });

  it("leaves what its host has written around it", () => {
    const seen = textOf(withoutAnswers(booked(`Bring the plans\n${ANSWERS}\n\nRoom 3`)));
    expect(seen).toContain("DESCRIPTION:Bring the plans\\n\\nRoom 3");
    expect(seen).not.toMatch(/Phone|permit/);
  });

  it("is in no other form of the description", () => {
    const seen = textOf(
      withoutAnswers(booked(ANSWERS, "STYLED-DESCRIPTION:<p>Phone</p>", "X-ALT-DESC:<p>Phone</p>")),
    );
    expect(seen).not.toContain("Phone");
  });

  it("is left as it is where there is none, or its marks can't be read", () => {
    const plain = objectOf(event("DESCRIPTION:Phone: 1"));
    expect(withoutAnswers(plain)).toBe(plain);
    const broken = objectOf(event("DESCRIPTION:Mine", 'JSPROP;JSPTR="snart:answerMarks":{'));
    expect(textOf(withoutAnswers(broken))).toContain("DESCRIPTION:Mine");
  });

  it("goes to nobody who is invited, and a change of it is no news", () => {
    const ELIN = addressesOf(["mailto:elin@example.com"]);
    const invited = "ATTENDEE;CUTYPE=ROOM:mailto:room@example.com";
    const context = { now: 0, prodId: "-//Test//EN" };
    const [message] = organizerMessages(undefined, booked(`${ANSWERS}\nRoom 3`, invited), ELIN, context);
    const sent = message ? serialiseICalendar(message.calendar).replace(/\r\n[ \t]/g, "") : "";
    expect(sent).toContain("DESCRIPTION:Room 3");
    expect(sent).not.toMatch(/Phone|permit|answerMarks/);
    expect(
      organizerMessages(booked("Room 3", invited), booked(`${ANSWERS}\nRoom 3`, invited), ELIN, context),
    ).toEqual([]);
  });

  it("stays when somebody writes the event who does not see it, unless they write a description", () => {
    const former = booked(`${ANSWERS}\nRoom 3`);
    const back = withAnswers(former, withoutAnswers(former));
    expect(textOf(back)).toContain(`DESCRIPTION:${escaped(ANSWERS).replaceAll(",", "\\,")}\\nRoom 3`);
    expect(textOf(withoutAnswers(back))).toContain("DESCRIPTION:Room 3");
    const other = objectOf(event("DESCRIPTION:Room 4"));
    expect(withAnswers(former, other)).toBe(other);
  });
});
