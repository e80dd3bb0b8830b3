/** Bounds of what an event type may say and of what one answer looks at; each is reported by its name when it is passed. */
export const PAGE_LIMITS = {
  /** lengths that a guest chooses from */
  lengths: 6,
  /** minutes of the shortest and the longest time */
  leastLengthMinutes: 5,
  mostLengthMinutes: 1_440,
  /** times in a row that are booked as one */
  inRow: 12,
  /** nights of one stay */
  nights: 28,
  /** minutes between starts */
  leastEveryMinutes: 5,
  mostEveryMinutes: 720,
  /** lengths and starts are whole numbers of so many minutes */
  rasterMinutes: 5,
  /** minutes kept free before or after */
  bufferMinutes: 720,
  /** starts of one day: one each quarter of an hour, round the clock */
  startsPerDay: 96,
  /** entries of weekly hours, and dates with hours of their own */
  weekHours: 60,
  dates: 366,
  /** hours of one date */
  hoursOfDate: 12,
  /** days of notice, and before a change is too late */
  noticeDays: 366,
  /** months ahead that guests may book; days of a period between two dates */
  horizonMonths: 24,
  horizonDays: 731,
  /** limits: each of type, page and host in a day, week and month */
  limits: 9,
  /** the number in one limit */
  mostOfALimit: 1_000,
  hosts: 20,
  /** the greatest share of one host */
  weight: 100,
  rooms: 20,
  /** guests at one time */
  seats: 500,
  questions: 10,
  choices: 20,
  places: 5,
  reminders: 5,
  /** characters of a video link */
  urlLength: 500,
  /** bookings by one link */
  linkUses: 100,
  /** days whose starts are asked for at once: six weeks of a month's page */
  daysAtOnce: 42,
  /** busy times of one host that a refusal names */
  namedTimes: 10,
} as const;

/** Lengths of time where an event type says nothing else. */
export const PAGE_TIMES = {
  /** hours that a request waits for an answer, if its notice does not end earlier */
  requestHours: 48,
  /** days whose bookings count when hosts take turns */
  turnDays: 30,
} as const;
