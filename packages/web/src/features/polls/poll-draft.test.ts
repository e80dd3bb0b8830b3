import { HOUR } from "@snart/calendar/time/instant.ts";
import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { expect, it } from "vitest";
import { changesOf, draftOf, type PollDraft } from "./poll-draft.ts";

const poll: PollRecord = {
  id: "p",
  title: "Fika?",
  description: "",
  place: "",
  isAllDay: false,
  minutes: 50,
  timeZone: "Europe/Stockholm",
  options: [{ id: "o", start: "2026-11-24T09:00:00Z", counts: null, roomHeldUntil: null }],
  closesAt: null,
  visibility: "mine",
  names: "shown",
  allowsIfNeeded: true,
  allowsSuggestions: false,
  holdsOptions: false,
  holdsTimes: false,
  timesNotHeld: 0,
  roomId: "r",
  state: "open",
  chosenId: null,
  eventId: null,
  ownerName: "Elin",
  isOrganizer: true,
  voters: [],
  answered: null,
  createdAt: "2026-11-23T09:00:00Z",
  deleteAfter: "2027-01-23T09:00:00Z",
};
const before = draftOf(poll);
const at = Date.parse("2026-11-24T09:00:00Z");

it.each<[string, Partial<PollDraft>, object]>([
  ["nothing, also of what the form can't say", {}, {}],
  ["the question", { title: "Lunch?" }, { title: "Lunch?" }],
  ["the times", { options: [at, at + HOUR] }, { options: [at, at + HOUR] }],
  ["the length", { minutes: 60 }, { minutes: 60 }],
  ["the room", { roomId: null }, { roomId: null }],
  ["the end", { closesAt: at }, { closesAt: at }],
  ["what voters see", { votes: true }, { visibility: "all" }],
  ["who they are", { names: false }, { names: "organiserOnly" }],
  ["what they may", { suggestions: true }, { allowsSuggestions: true }],
  ["what is held", { holds: true }, { holdsOptions: true }],
  [
    "nothing where people are asked besides",
    { guests: [{ mail: "a@b.example", name: "a", isRequired: false }] },
    {},
  ],
])("a changed poll sends %s", (_, changes, sent) => {
  expect(changesOf({ ...before, ...changes }, before)).toEqual(sent);
});
