/** Bounds of what rules may say and of what one verdict looks at; each is reported by its name when it is passed. */
export const BOOKING_LIMITS = {
  /** equal things of one bookable */
  units: 100,
  /** cells that one booking may claim */
  cellsPerBooking: 3_000,
  /** bookings of one series */
  bookingsInSeries: 400,
  /** months ahead that a bookable may open */
  horizonMonths: 24,
  /** limits of one bookable */
  limits: 20,
  /** passes of one kind of day */
  passesPerDay: 48,
  /** slot plans, hours, periods and the like of one bookable */
  entries: 60,
  /** the number in one limit */
  mostOfALimit: 10_000,
  /** days of a rolling window */
  rollingDays: 366,
  /** words for what one bookable has, and characters of each */
  equipment: 12,
  equipmentLength: 40,
  /** groups that may book */
  groups: 100,
  /** characters of a name, and of house rules in one language */
  nameLength: 100,
  textLength: 20_000,
  /** ways out that a refusal names */
  alternatives: 3,
  /** days of all things together that one answer about boards shows; each day has at most 48 slots or so */
  boardDays: 4_000,
  /** parties that wait for the same time */
  waiting: 50,
  /** questions of one party about handing bookings over that are not answered */
  handoversOfParty: 100,
  /** times that one party waits for */
  waitingOfParty: 100,
} as const;

/** How long things are held or offered, where the rules say nothing else. */
export const BOOKING_TIMES = {
  /** minutes that a form being filled in keeps its time */
  holdMinutes: 5,
  /** minutes that a time stays the mover's after a calendar app has moved its event to one that is refused */
  movedMinutes: 10,
  /** hours that whoever is asked to take a booking over has to answer */
  handoverHours: 48,
  /** minutes that a guest has to confirm an address */
  unverifiedGuestMinutes: 15,
} as const;
