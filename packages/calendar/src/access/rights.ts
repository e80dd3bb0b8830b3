/** Rights over one calendar, as JMAP Calendars names them (`CalendarRights`, JMAP Sharing `myRights`). */
export interface CalendarRights {
  /** See when it is busy. */
  readonly mayReadFreeBusy: boolean;
  /** Fetch the events. */
  readonly mayReadItems: boolean;
  /** Create, change and destroy every event. */
  readonly mayWriteAll: boolean;
  /** Create, change and destroy events that the person owns or that have no owner. */
  readonly mayWriteOwn: boolean;
  /** Change per-user properties (colour, alerts, keywords) on every event. */
  readonly mayUpdatePrivate: boolean;
  /** Answer invitations as a participant. */
  readonly mayRSVP: boolean;
  /** Change who the calendar is shared with. */
  readonly mayShare: boolean;
  /** Delete the calendar itself. */
  readonly mayDelete: boolean;
}

/** The named levels of docs/specification.md §6, weakest first. `write` lets somebody add events and answer invitations. */
export const LEVELS = ["freeBusy", "read", "write", "edit", "manage"] as const;
export type Level = (typeof LEVELS)[number];

export const NO_RIGHTS: CalendarRights = {
  mayReadFreeBusy: false,
  mayReadItems: false,
  mayWriteAll: false,
  mayWriteOwn: false,
  mayUpdatePrivate: false,
  mayRSVP: false,
  mayShare: false,
  mayDelete: false,
};

/** What the principal that owns a calendar may do: everything. */
export const OWNER_RIGHTS: CalendarRights = {
  mayReadFreeBusy: true,
  mayReadItems: true,
  mayWriteAll: true,
  mayWriteOwn: true,
  mayUpdatePrivate: true,
  mayRSVP: true,
  mayShare: true,
  mayDelete: true,
};

/**
 * The rights of a member of the group that owns a calendar: everything except sharing and deleting it, which its
 * managers do.
 */
export const MEMBER_RIGHTS: CalendarRights = { ...OWNER_RIGHTS, mayShare: false, mayDelete: false };

/** The rights over events in a calendar that holds none: they can be read, and there are none. */
export const withoutWriting = (rights: CalendarRights): CalendarRights => ({
  ...rights,
  mayWriteAll: false,
  mayWriteOwn: false,
  mayUpdatePrivate: false,
  mayRSVP: false,
});

const FREE_BUSY = { ...NO_RIGHTS, mayReadFreeBusy: true };
const READ = { ...FREE_BUSY, mayReadItems: true, mayUpdatePrivate: true };
const WRITE = { ...READ, mayWriteOwn: true, mayRSVP: true };
const EDIT = { ...WRITE, mayWriteAll: true };

const BY_LEVEL: Readonly<Record<Level, CalendarRights>> = {
  freeBusy: FREE_BUSY,
  read: READ,
  write: WRITE,
  edit: EDIT,
  manage: OWNER_RIGHTS,
};

/** The JMAP rights that a named level stands for. Every level includes the ones before it. */
export const rightsOf = (level: Level): CalendarRights => BY_LEVEL[level];

const NAMES = Object.keys(NO_RIGHTS) as (keyof CalendarRights)[];

/** Everything that either side allows: a person may have access to a calendar through several groups. */
export const mergeRights = (a: CalendarRights, b: CalendarRights): CalendarRights =>
  Object.fromEntries(NAMES.map((name) => [name, a[name] || b[name]])) as Record<
    keyof CalendarRights,
    boolean
  >;

/** The weakest named level that allows everything that the rights do; undefined for no rights at all. */
export function levelCovering(rights: CalendarRights): Level | undefined {
  const wanted = NAMES.filter((name) => rights[name]);
  return wanted.length === 0
    ? undefined
    : LEVELS.find((level) => wanted.every((name) => BY_LEVEL[level][name]));
}

/** The strongest named level wholly contained in the rights, or undefined when not even free/busy is. */
export function levelOf(rights: CalendarRights): Level | undefined {
  const contains = (level: Level) => NAMES.every((name) => rights[name] || !BY_LEVEL[level][name]);
  return LEVELS.findLast(contains);
}
