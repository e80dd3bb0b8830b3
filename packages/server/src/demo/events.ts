import { BOARD, type DemoEvent } from "./demo-event.ts";
import { WEEKDAYS } from "./weekdays.ts";

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

export const DEMO_EVENTS: readonly DemoEvent[] = [...WEEKDAYS, ...WEEKEND, ...LATER];
