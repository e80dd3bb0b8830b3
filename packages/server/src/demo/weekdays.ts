import { BOARD, COLLEAGUES } from "./demo-event.ts";
import type { DemoEvent } from "./demo-event.ts";

const WEEKDAYS_NO_THURSDAY = [0, 1, 2, 4];

const MONDAY: readonly DemoEvent[] = [
  { calendar: "family", en: "School run", sv: "Lämning", day: 0, time: "07:50–08:05", weekly: [0, 1, 2] },
  {
    calendar: "work",
    en: "Stand-up",
    sv: "Morgonmöte",
    day: 0,
    time: "08:30–09:00",
    weekly: WEEKDAYS_NO_THURSDAY,
  },
  { calendar: "work", en: "Drawings, Kv. Lärkan", sv: "Ritningar, kv. Lärkan", day: 0, time: "09:00–10:00" },
  {
    calendar: "work",
    en: "Design review, Kv. Lärkan",
    sv: "Gestaltningsmöte, kv. Lärkan",
    day: 0,
    time: "10:00–11:30",
    place: ["Loftet", "Loftet"],
    guests: COLLEAGUES.slice(0, 3),
    video: true,
  },
  {
    calendar: "own",
    en: "Lunch with Jonas",
    sv: "Lunch med Jonas",
    day: 0,
    time: "12:00–12:45",
    place: ["Kajsas", "Kajsas"],
  },
  {
    calendar: "family",
    en: "Dentist, Viggo",
    sv: "Tandläkare, Viggo",
    day: 0,
    time: "13:00–13:45",
    alertMinutes: 30,
  },
  {
    calendar: "work",
    en: "Structural engineer, call",
    sv: "Konstruktören, samtal",
    day: 0,
    time: "14:30–15:30",
    guests: ["Per Wik"],
    answer: "needs-action",
  },
  { calendar: "laundry", en: "Laundry room", sv: "Tvättstugan", day: 0, time: "16:00–19:00" },
  {
    calendar: "school",
    en: "Parent–teacher talk, Maja",
    sv: "Utvecklingssamtal, Maja",
    day: 0,
    time: "16:30–17:15",
    alertMinutes: 60,
  },
  {
    calendar: "board",
    en: "Board meeting",
    sv: "Styrelsemöte",
    day: 0,
    time: "19:00–20:30",
    place: ["The common room", "Föreningslokalen"],
    note: [
      "1. Boiler inspection, quotes\n2. Budget, first draft\n3. Laundry room: new quota from January",
      "1. Besiktning av värmepannan, offerter\n2. Budget, första utkast\n3. Tvättstuga: ny kvot från januari",
    ],
    monthly: "nth-weekday",
    guests: BOARD,
    alertMinutes: 60,
  },
];

const TUESDAY: readonly DemoEvent[] = [
  { calendar: "waste", en: "Paper & glass", sv: "Papper & glas", day: 1, time: 1, everyWeeks: 2 },
  {
    calendar: "work",
    en: "Planning consultation, city",
    sv: "Samrådsmöte, stadsbyggnadskontoret",
    day: 1,
    time: "09:30–12:00",
    guests: COLLEAGUES.slice(1, 3),
  },
  {
    calendar: "work",
    en: "Interview, junior architect",
    sv: "Intervju, juniorarkitekt",
    day: 1,
    time: "10:30–11:30",
    guests: ["Sara Kjell"],
    answer: "tentative",
  },
  { calendar: "training", en: "Lunch run", sv: "Lunchlöpning", day: 1, time: "12:15–13:00", weekly: [1] },
  { calendar: "work", en: "Invoices", sv: "Fakturering", day: 1, time: "13:30–14:00" },
  {
    calendar: "own",
    en: "Physiotherapist",
    sv: "Fysioterapeut",
    day: 1,
    time: "14:30–15:30",
    alertMinutes: 60,
    secret: true,
  },
  { calendar: "family", en: "Football, Maja", sv: "Fotboll, Maja", day: 1, time: "17:00–18:30" },
  {
    calendar: "jonas",
    en: "Swimming, Viggo",
    sv: "Simskola, Viggo",
    day: 1,
    time: "17:30–18:15",
    weekly: [1],
  },
  {
    calendar: "own",
    en: "Book circle",
    sv: "Bokcirkel",
    day: 1,
    time: "19:30–21:00",
    guests: ["Nora Berg"],
    answer: "declined",
  },
];

const WEDNESDAY: readonly DemoEvent[] = [
  { calendar: "family", en: "Payday", sv: "Lönedag", day: 2, time: 1, monthly: "day" },
  {
    calendar: "work",
    en: "Competition entry, focus",
    sv: "Tävlingsbidrag, egen tid",
    day: 2,
    time: "09:00–12:00",
    secret: true,
  },
  { calendar: "own", en: "Lunch, Nordic Light", sv: "Lunch, Nordiska ljuset", day: 2, time: "12:00–13:00" },
  { calendar: "board", en: "Boiler inspection", sv: "Besiktning, värmepanna", day: 2, time: "15:30–16:15" },
  {
    calendar: "own",
    en: "Choir rehearsal",
    sv: "Körrepetition",
    day: 2,
    time: "18:00–20:00",
    place: ["St Ansgar’s", "S:t Ansgars"],
    weekly: [2],
    alertMinutes: 45,
  },
];

const THURSDAY: readonly DemoEvent[] = [
  { calendar: "work", en: "Malmö site visit", sv: "Platsbesök i Malmö", day: 3, time: 2 },
  {
    calendar: "work",
    en: "Train to Malmö",
    sv: "Tåg till Malmö",
    day: 3,
    time: "07:21–11:52",
    place: ["Car 4, seat 32", "Vagn 4, plats 32"],
  },
  {
    calendar: "work",
    en: "Site visit, Varvsstaden",
    sv: "Platsbesök, Varvsstaden",
    day: 3,
    time: "13:30–16:00",
    guests: ["Anton Lind"],
  },
  {
    calendar: "work",
    en: "Landscape architect",
    sv: "Landskapsarkitekt",
    day: 3,
    time: "14:30–15:30",
    guests: ["Olga Nord"],
    answer: "tentative",
  },
  { calendar: "family", en: "Call home", sv: "Ring hem", day: 3, time: "17:00–17:45", alertMinutes: 5 },
  {
    calendar: "work",
    en: "Dinner with the client",
    sv: "Middag med beställaren",
    day: 3,
    time: "18:30–20:30",
    guests: COLLEAGUES.slice(3),
  },
];

const FRIDAY: readonly DemoEvent[] = [
  { calendar: "school", en: "INSET day", sv: "Studiedag", day: 4, time: 1 },
  {
    calendar: "work",
    en: "Client presentation",
    sv: "Presentation för beställaren",
    day: 4,
    time: "09:30–11:00",
    place: ["Kajkontoret, Malmö", "Kajkontoret, Malmö"],
    note: [
      "Present the brick studies and the revised courtyard stair. Karin opens, Elin takes facades, Anton the plan.",
      "Visa tegelstudierna och den nya gårdstrappan. Karin inleder, Elin tar fasaderna, Anton planen.",
    ],
    guests: COLLEAGUES,
    answer: "accepted",
    alertMinutes: 24 * 60,
  },
  { calendar: "work", en: "Debrief", sv: "Avstämning", day: 4, time: "11:15–11:45" },
  { calendar: "work", en: "Train home", sv: "Tåg hem", day: 4, time: "13:07–17:35" },
  {
    calendar: "own",
    en: "Salary talk",
    sv: "Lönesamtal",
    day: 4,
    time: "14:00–14:45",
    guests: ["Karin Björk"],
    answer: "needs-action",
  },
  { calendar: "family", en: "Friday tacos", sv: "Fredagsmys", day: 4, time: "18:30–20:00", weekly: [4] },
];

/** Monday to Friday. */
export const WEEKDAYS: readonly DemoEvent[] = [...MONDAY, ...TUESDAY, ...WEDNESDAY, ...THURSDAY, ...FRIDAY];
