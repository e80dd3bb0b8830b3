/** How often an account does what: seconds between two of a kind, on average. 0: never. */
export interface Profile {
  readonly name: string;
  readonly about: string;
  /** CalDAV clients of an account */
  readonly clients: number;
  /** one of them asks what is new; all of them together */
  readonly poll: number;
  readonly create: number;
  readonly changeTitle: number;
  /** a text of 650 letters at the median, log-normal */
  readonly changeDescription: number;
  /** an alarm is put away: the object is written again with `ACKNOWLEDGED` */
  readonly acknowledge: number;
  readonly remove: number;
  readonly createTask: number;
  /** a meeting is made; half of the time each guest is looked up, and asked for busy times, before */
  readonly invite: number;
  /** guests of a meeting: the median of a log-normal distribution with its mode at three quarters of it */
  readonly guests: number;
  /** a guest accepts */
  readonly accept: number;
  /** `calendar-query` of three weeks */
  readonly lookAt: number;
  /** `PROPFIND` of the ETags of every calendar */
  readonly refresh: number;
  /** a client starts with nothing and fetches everything */
  readonly firstSync: number;
  /** a web session is opened: session, calendars, a month of events */
  readonly openWeb: number;
  /** an event is changed by JMAP */
  readonly changeByWeb: number;
  /** share of the accounts whose web session is open: its event source tells of changes, and they are fetched */
  readonly webSessions: number;
}

/**
 * The rates of Apple's load simulator for its Calendar and Contacts Server (`contrib/performance/loadtest/clients.plist`, OS X 10.11):
 * three clients an account, of which one is busy and two poll every 30 s. Accepting follows from inviting: each guest accepts once.
 * Not done: sharing (each calendar is shared with one other account from the start), attachments (1 % of its events), subscriptions to Apple's push.
 * Ours besides: each account has a web session open.
 */
const APPLE: Profile = {
  name: "apple",
  about:
    "Apple's simulator: 3 clients an account, one of them busy all the time; a web session of each besides",
  clients: 3,
  poll: 10,
  create: 180,
  changeTitle: 60,
  changeDescription: 60,
  acknowledge: 900,
  remove: 180,
  createTask: 300,
  invite: 720,
  guests: 8,
  accept: 90,
  lookAt: 300,
  refresh: 60,
  firstSync: 0,
  openWeb: 0,
  changeByWeb: 0,
  webSessions: 1,
};

const WORKING_DAY = 8 * 3_600;

/**
 * Assumed, not measured: people at work. A phone that asks every quarter of an hour and a computer that asks every ten minutes; in eight hours
 * three new events, four changes, one meeting of four guests, six alarms; the web app open all day at every second of them.
 */
const PEOPLE: Profile = {
  name: "people",
  about:
    "people at work (assumed): a phone, a computer, every second one with the web app open; ten writes a day",
  clients: 2,
  poll: 1 / (1 / 900 + 1 / 600),
  create: WORKING_DAY / 2,
  changeTitle: WORKING_DAY,
  changeDescription: WORKING_DAY,
  acknowledge: WORKING_DAY / 6,
  remove: WORKING_DAY,
  createTask: WORKING_DAY,
  invite: WORKING_DAY,
  guests: 4,
  accept: WORKING_DAY / 4,
  lookAt: WORKING_DAY / 4,
  refresh: WORKING_DAY,
  firstSync: 20 * WORKING_DAY,
  openWeb: WORKING_DAY / 4,
  changeByWeb: WORKING_DAY / 3,
  webSessions: 0.5,
};

export const PROFILES: readonly Profile[] = [APPLE, PEOPLE];
