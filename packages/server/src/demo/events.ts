/**
 * A week in the demonstration household, as in the design pictures: `day` counts from Monday of the week that is shown,
 * times are local. Both languages say the same.
 */
export interface DemoEvent {
  readonly calendar: string;
  readonly en: string;
  readonly sv: string;
  readonly day: number;
  /** `HH:MM–HH:MM`, or a number of whole days. */
  readonly time: string | number;
  readonly place?: readonly [en: string, sv: string];
  readonly note?: readonly [en: string, sv: string];
  /** Weekly on these days (0 = Monday), or every so many weeks. */
  readonly weekly?: readonly number[];
  readonly everyWeeks?: number;
  readonly monthly?: "nth-weekday" | "day";
  readonly guests?: readonly string[];
  /** The demonstration person's own answer to somebody else's invitation. */
  readonly answer?: "needs-action" | "tentative" | "declined" | "accepted";
  readonly tentative?: boolean;
  readonly alertMinutes?: number;
  readonly video?: boolean;
  readonly secret?: boolean;
}

const WEEKDAYS_NO_THURSDAY = [0, 1, 2, 4];
const COLLEAGUES = ["Karin Björk", "Anton Lind", "Olga Nord", "Per Wik", "Sara Kjell"];
const BOARD = ["Birgit Thorén", "Mehdi Jafari", "Lars Holm", "Sofia Ek"];

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

const WEEKEND: readonly DemoEvent[] = [
  { calendar: "jonas", en: "Jonas in Reykjavík", sv: "Jonas i Reykjavik", day: 5, time: 4 },
  {
    calendar: "board",
    en: "Yard clean-up",
    sv: "Gårdsstädning",
    day: 5,
    time: "09:30–12:00",
    guests: BOARD.slice(1),
  },
  {
    calendar: "family",
    en: "Saffron buns with Maja",
    sv: "Lussekatter med Maja",
    day: 5,
    time: "10:30–12:30",
  },
  {
    calendar: "family",
    en: "Nora’s birthday party",
    sv: "Noras kalas",
    day: 5,
    time: "14:00–16:00",
    place: ["Kajutan, Nacka", "Kajutan, Nacka"],
  },
  {
    calendar: "own",
    en: "Dinner at the Bergs’",
    sv: "Middag hos Bergs",
    day: 5,
    time: "18:00–22:30",
    guests: ["Nora Berg"],
  },
  { calendar: "training", en: "Long run", sv: "Långpass", day: 6, time: "08:30–10:00", weekly: [6] },
  {
    calendar: "family",
    en: "Advent coffee",
    sv: "Adventsfika",
    day: 6,
    time: "11:00–12:30",
    place: ["Granny’s", "Farmor"],
  },
  {
    calendar: "family",
    en: "Match, Maja",
    sv: "Match, Maja",
    day: 6,
    time: "13:30–15:00",
    place: ["Zinken", "Zinken"],
  },
  {
    calendar: "own",
    en: "Advent concert",
    sv: "Adventskonsert",
    day: 6,
    time: "16:00–17:30",
    place: ["Katarina Church", "Katarina kyrka"],
    tentative: true,
  },
  { calendar: "family", en: "Plan the week", sv: "Veckoplanering", day: 6, time: "19:00–19:30" },
];

const LATER: readonly DemoEvent[] = [
  { calendar: "family", en: "Granny Birgitta visiting", sv: "Farmor Birgitta på besök", day: -2, time: 5 },
  {
    calendar: "school",
    en: "Lucia at school",
    sv: "Lucia i skolan",
    day: 18,
    time: "08:00–09:00",
    place: ["The hall", "Aulan"],
  },
  { calendar: "work", en: "Competition deadline", sv: "Tävlingen lämnas in", day: 14, time: 1 },
  { calendar: "own", en: "Optician", sv: "Optiker", day: 9, time: "15:15–16:00", alertMinutes: 60 },
  { calendar: "family", en: "Ski week in Sälen", sv: "Sportlov i Sälen", day: 91, time: 7 },
  {
    calendar: "board",
    en: "Annual meeting",
    sv: "Årsstämma",
    day: 175,
    time: "18:30–21:00",
    place: ["The common room", "Föreningslokalen"],
  },
  {
    calendar: "training",
    en: "Lidingöloppet",
    sv: "Lidingöloppet",
    day: 306,
    time: "11:00–14:00",
    place: ["Lidingö", "Lidingö"],
  },
  { calendar: "family", en: "Viggo turns nine", sv: "Viggo fyller nio", day: 40, time: 1 },
];

export const DEMO_EVENTS: readonly DemoEvent[] = [
  ...MONDAY,
  ...TUESDAY,
  ...WEDNESDAY,
  ...THURSDAY,
  ...FRIDAY,
  ...WEEKEND,
  ...LATER,
];
