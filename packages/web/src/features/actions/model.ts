/** The single keys of the calendar, by action; several are separated by blanks. The same keys in both languages. */
const KEYS = {
  today: "t",
  dayView: "d",
  dayByCalendar: "l",
  dayByPerson: "p",
  weekView: "w",
  workWeekView: "b",
  daysView: "2 3 4 5 6 7",
  monthView: "m",
  weeksView: "v",
  yearView: "y",
  soonView: "s",
  tasksView: "u",
  next: "j",
  previous: "k",
  new: "n",
  find: "g /",
  cursor: "c",
  undo: "z",
  keys: "?",
} as const;

/** The action of a single key; every one of them is a command of the palette as well. */
export type KeyedAction = keyof typeof KEYS;

/** All actions, in the order of the list. */
export const keyedActions = Object.keys(KEYS) as readonly KeyedAction[];

/** The keys of an action as they are shown: "G", "/". */
export const keysOf = (action: KeyedAction): readonly string[] => KEYS[action].toUpperCase().split(" ");

/** The first of them, for a menu or a tip. */
export const keyOf = (action: KeyedAction): string => keysOf(action)[0] ?? "";

/** The action of a key: a lower-case letter, a digit or a sign. */
export const actionOfKey = (key: string): KeyedAction | undefined =>
  keyedActions.find((action) => KEYS[action].split(" ").includes(key));
