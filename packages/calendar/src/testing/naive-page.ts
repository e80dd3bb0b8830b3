import type { EventType } from "../booking-page/event-type.ts";
import type { HostFacts, PageBooking, PageFacts, PageSource } from "../booking-page/facts.ts";
import { after, readSpan, type Span } from "../booking/span.ts";
import { ianaZone } from "../time/zone.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NAMES = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
const ZERO: Span = { months: 0, days: 0, milliseconds: 0 };

interface Readings {
  readonly dates: readonly string[];
  readonly minutes: readonly number[];
}
const known = new Map<string, Readings>();

const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** What the clocks of a zone show in each minute, by Temporal. */
function readingsOf(zone: string, from: number, count: number): Readings {
  const key = `${zone} ${String(from)} ${String(count)}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size > 50) known.clear();
  const [dates, minutes]: [string[], number[]] = [[], []];
  let offset = 0;
  for (let at = 0; at < count; at++) {
    const instant = from + at * MINUTE;
    // No clock of our times changes but at a whole quarter of an hour.
    if (at === 0 || instant % (15 * MINUTE) === 0) {
      const time = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
      offset = Math.trunc(time.offsetNanoseconds / 1e6);
    }
    const local = instant + offset;
    const day = Math.floor(local / DAY);
    minutes.push((local - day * DAY) / MINUTE);
    dates.push(minutes.at(-1) === 0 || at === 0 ? dateOf(day) : (dates[at - 1] ?? ""));
    // Clocks that are put back over midnight show the former date again.
    if (at > 0 && (minutes[at] ?? 0) !== (minutes[at - 1] ?? 0) + 1) dates[at] = dateOf(day);
  }
  const readings = { dates, minutes };
  known.set(key, readings);
  return readings;
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const spans = new Map<string, Span>();
/** A span that was read before is not read again: every minute asks for the same few. */
function span(text: string | undefined): Span {
  if (text === undefined) return ZERO;
  const read = spans.get(text) ?? readSpan(text) ?? ZERO;
  spans.set(text, read);
  return read;
}
const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek;

type HoursOn = (date: string) => readonly { readonly from: number; readonly to: number }[];

/**
 * Which opening each minute belongs to. One is open from the first minute of its date in which the clocks have reached its beginning until
 * the first in which they have reached its end, whether they were put forward over it or back again.
 */
function openMinutes({ dates, minutes }: Readings, hoursOn: HoursOn): readonly (string | undefined)[] {
  let [furthest, date] = [-1, ""];
  let hours: ReturnType<HoursOn> = [];
  return dates.map((today, at) => {
    if (today !== date) [furthest, date, hours] = [-1, today, hoursOn(today)];
    furthest = Math.max(furthest, minutes[at] ?? 0);
    const index = hours.findIndex(({ from, to }) => from <= furthest && furthest < to);
    return index < 0 ? undefined : `${today} ${String(index)}`;
  });
}

/** A second judge of an event type, minute by minute, for comparing. Slow, and only for whole minutes within its window. */
export class NaivePage {
  readonly #type: EventType;
  readonly #facts: PageFacts;
  readonly #now: number;
  readonly #base: number;
  /** those who take turns, each alone; otherwise all together */
  readonly #teams: readonly (readonly string[])[];
  /** those who are there besides one who takes turns */
  readonly #always: readonly string[];
  readonly #open: readonly (readonly (string | undefined)[])[];
  readonly #alwaysOpen: readonly (string | undefined)[];
  readonly #tables: readonly (readonly (string | undefined)[])[];
  readonly #since: readonly (readonly number[])[];
  readonly #busy = new Map<string, Set<number>>();

  /** `from` and `to` in whole minutes */
  constructor(type: EventType, facts: PageFacts, now: number, from: number, to: number) {
    this.#type = type;
    this.#facts = facts;
    this.#now = now;
    this.#base = from - 30 * HOUR;
    const count = (to + 30 * HOUR - this.#base) / MINUTE;
    const ids = type.hosts.map(({ id }) => id);
    this.#always = type.hosts.filter(({ role }) => role === "required").map(({ id }) => id);
    const inTurn = ids.filter((id) => !this.#always.includes(id));
    this.#teams = this.#isInTurn() ? inTurn.map((id) => [id]) : [ids];
    this.#open = this.#teams.map((team) => this.#tableOf(team, count));
    this.#alwaysOpen = this.#tableOf(this.#always, count);
    this.#tables = this.#teams.map((team) =>
      this.#always.length > 0 ? this.#tableOf([...this.#always, ...team], count) : this.#tableOf(team, count),
    );
    this.#since = this.#tables.map((table) => {
      let elapsed = -1;
      return table.map((key, at) => {
        elapsed = key !== undefined && key === table[at - 1] ? elapsed + 1 : 0;
        return elapsed;
      });
    });
    for (const { host, busy } of facts.hosts) {
      const minutes = new Set<number>();
      for (const { from: start, to: end } of busy)
        for (let at = start; at < end; at += MINUTE) minutes.add(at);
      this.#busy.set(host, minutes);
    }
  }

  #isInTurn(): boolean {
    return this.#type.mode === "rotate" || this.#type.mode === "mixed";
  }

  #tableOf(team: readonly string[], count: number): readonly (string | undefined)[] {
    const { schedule, timeZone } = this.#type;
    if (schedule.of === "page") {
      const readings = readingsOf(timeZone, this.#base, count);
      return openMinutes(readings, (date) =>
        (
          schedule.dates?.find((each) => each.date === date)?.hours ??
          schedule.hours.filter(({ days }) => days.includes(NAMES[weekdayOf(date) - 1] ?? "mo"))
        ).map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
      );
    }
    const each = team.map((id) => {
      const hours = this.#host(id)?.hours;
      if (!hours) return [];
      return openMinutes(readingsOf(hours.zone.id, this.#base, count), (date) => {
        const ofDay = hours.week[weekdayOf(date) - 1];
        return ofDay ? [ofDay] : [];
      });
    });
    return Array.from({ length: count }, (_, at) => {
      const keys = each.map((table) => table[at]);
      return keys.includes(undefined) ? undefined : keys.join("+");
    });
  }

  #host(id: string): HostFacts | undefined {
    return this.#facts.hosts.find(({ host }) => host === id);
  }

  isFree(start: number, end: number): boolean {
    return this.#reasons(start, end).next().done === true;
  }

  /** Names of reasons, each once, in order of their letters. */
  reasons(start: number, end: number): readonly string[] {
    return [...new Set(this.#reasons(start, end))].toSorted();
  }

  *#reasons(start: number, end: number): Generator<string> {
    const isByTeam = this.#isInTurn() && this.#type.schedule.of === "host";
    if (!isByTeam) yield* this.#hours(0, start, end);
    else yield* this.#closed(this.#always, this.#alwaysOpen, start, end);
    const sharing = this.#standing().filter((each) => this.#isShared(each, start, end));
    const isShared = sharing.length > 0;
    if (sharing.length >= (this.#type.seats ?? 1)) yield "full";
    yield* this.#when(start);
    if (!isShared) {
      yield* this.#limits(start);
      yield* this.#rooms(start, end);
    }
    if (!this.#areBookingsKnown(start, end)) yield "unknown page";
    for (const host of this.#always) yield* this.#hostReasons(host, isShared, start, end);
    const teams = this.#teams.map((team, index) => ({ team, index }));
    const isAble = ({ team, index }: (typeof teams)[number]): boolean =>
      this.#team(team, index, isByTeam, isShared, start, end).next().done === true;
    if (teams.some(isAble)) return;
    if (this.#always.length > 0) yield "nobodyInTurn";
    for (const { team, index } of teams) yield* this.#team(team, index, isByTeam, isShared, start, end);
  }

  *#team(
    team: readonly string[],
    index: number,
    isByTeam: boolean,
    isShared: boolean,
    start: number,
    end: number,
  ): Generator<string> {
    if (isByTeam) yield* this.#hours(index, start, end);
    for (const host of team) yield* this.#hostReasons(host, isShared, start, end);
  }

  *#hostReasons(host: string, isShared: boolean, start: number, end: number): Generator<string> {
    yield* this.#blocked(host, start, end);
    if (!isShared) yield* this.#limits(start, host);
    const sources = this.#host(host)?.sources ?? [];
    const [before, following] = [span(this.#type.before), span(this.#type.after)];
    const isKnown = (source: PageSource): boolean =>
      this.#isKnown(source, start - before.milliseconds, end + following.milliseconds);
    if (sources.length === 0 || !sources.every(isKnown)) yield `unknown ${host}`;
  }

  #isKnown({ health, from, to }: PageSource, start: number, end: number): boolean {
    return health === "fresh" && from <= start && end <= to;
  }

  *#hours(team: number, start: number, end: number): Generator<string> {
    const isUnknown = yield* this.#closed(this.#teams[team] ?? [], this.#open[team] ?? [], start, end);
    if (isUnknown) return;
    const [table, since] = [this.#tables[team] ?? [], this.#since[team] ?? []];
    const at = (start - this.#base) / MINUTE;
    const every = span(this.#type.start.every).milliseconds / MINUTE;
    if (table[at] !== undefined && (since[at] ?? 0) % every !== 0) yield "offRaster";
  }

  /** Whether it is not open by the hours of some; returns whether these are unknown. */
  *#closed(
    team: readonly string[],
    open: readonly (string | undefined)[],
    start: number,
    end: number,
  ): Generator<string, boolean> {
    if (this.#type.schedule.of === "host") {
      const unknown = team.filter((id) => !this.#host(id)?.hours);
      for (const id of unknown) yield `unknown ${id}`;
      if (team.length === 0 || unknown.length > 0) return unknown.length > 0;
    }
    for (let minute = (start - this.#base) / MINUTE; minute < (end - this.#base) / MINUTE; minute++)
      if (open[minute] === undefined) {
        yield "notOpen";
        break;
      }
    return false;
  }

  *#when(start: number): Generator<string> {
    const { horizon, minNotice, timeZone } = this.#type;
    const { paused } = this.#facts;
    const zone = ianaZone(timeZone);
    if (!zone) throw new Error(timeZone);
    if (paused && this.#now < (paused.until ?? Infinity)) yield "paused";
    if (start <= this.#now) yield "past";
    else if (start < after(this.#now, span(minNotice), zone)) yield "tooSoon";
    if ("within" in horizon) {
      if (start > after(this.#now, span(horizon.within), zone)) yield "tooFar";
    } else {
      const date = this.#local(start).toPlainDate().toString();
      if (date < horizon.from || date > horizon.until) yield "outsidePeriod";
    }
  }

  #local(instant: number): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.#type.timeZone);
  }

  #standing(): readonly PageBooking[] {
    return this.#facts.bookings.filter(
      ({ id, expires = Infinity }) => expires > this.#now && this.#facts.own?.includes(id) !== true,
    );
  }

  #isOfType({ type, hosts }: PageBooking): boolean {
    const mine = this.#type.hosts.map(({ id }) => id);
    return type === this.#facts.type && [...hosts].toSorted().join() === mine.toSorted().join();
  }

  #isShared(booking: PageBooking, start: number, end: number): boolean {
    const isSame = booking.start === start && booking.end === end;
    return (this.#type.seats ?? 1) > 1 && isSame && this.#isOfType(booking);
  }

  *#blocked(host: string, start: number, end: number): Generator<string> {
    const busy = this.#busy.get(host) ?? new Set();
    const [before, following] = [span(this.#type.before).milliseconds, span(this.#type.after).milliseconds];
    for (let at = start - before; at < end + following; at += MINUTE)
      if (busy.has(at)) yield at >= start && at < end ? `busy ${host}` : `near ${host}`;
    for (const booking of this.#standing()) {
      if (!booking.hosts.includes(host) || this.#isShared(booking, start, end)) continue;
      if (booking.start < end && start < booking.end) yield `busy ${host}`;
      else if (booking.end <= start && start - booking.end < Math.max(booking.after, before))
        yield `near ${host}`;
      else if (booking.start >= end && booking.start - end < Math.max(following, booking.before))
        yield `near ${host}`;
    }
  }

  #period(per: "day" | "week" | "month", instant: number): string {
    const local = this.#local(instant);
    if (per === "day") return local.toPlainDate().toString();
    return per === "week"
      ? `${String(local.yearOfWeek)} W${String(local.weekOfYear)}`
      : `${String(local.year)} ${String(local.month)}`;
  }

  *#limits(start: number, host?: string): Generator<string> {
    for (const { of, per, max } of this.#type.limits ?? []) {
      if ((of === "host") !== (host !== undefined)) continue;
      const counted = this.#standing().filter(
        (each) =>
          this.#period(per, each.start) === this.#period(per, start) &&
          (of !== "type" || each.type === this.#facts.type) &&
          (of !== "page" || each.page === this.#facts.page) &&
          (host === undefined || each.hosts.includes(host)),
      );
      const times = new Set(
        counted.map((each) => JSON.stringify([each.type, each.start, each.end, each.hosts.toSorted()])),
      );
      if (times.size >= max) yield `limit ${of} ${per}${host === undefined ? "" : ` ${host}`}`;
    }
  }

  *#rooms(start: number, end: number): Generator<string> {
    const { rooms } = this.#type;
    if (!rooms?.required) return;
    const isFreeAt = (room: string, at: number): boolean =>
      this.#facts.rooms.some(
        (each) => each.room === room && each.free.some(({ from, to }) => from <= at && at < to),
      );
    const isFree = (room: string): boolean => {
      const source = this.#facts.rooms.find((each) => each.room === room)?.source;
      if (!source || !this.#isKnown(source, start, end)) return false;
      for (let at = start; at < end; at += MINUTE) if (!isFreeAt(room, at)) return false;
      return true;
    };
    if (rooms.anyOf.some(isFree)) return;
    yield "noRoom";
    for (const room of rooms.anyOf) {
      const source = this.#facts.rooms.find((each) => each.room === room)?.source;
      if (!source || !this.#isKnown(source, start, end)) yield `unknown ${room}`;
    }
  }

  #areBookingsKnown(start: number, end: number): boolean {
    let [from, to] = [start - 12 * HOUR, end + 12 * HOUR];
    const day = this.#local(start).startOfDay();
    for (const { per } of this.#type.limits ?? []) {
      const first =
        per === "day"
          ? day
          : day.subtract({ days: per === "week" ? day.dayOfWeek - 1 : day.day - 1 }).startOfDay();
      const next = first
        .toPlainDate()
        .add(per === "day" ? { days: 1 } : per === "week" ? { days: 7 } : { months: 1 });
      from = Math.min(from, first.epochMilliseconds);
      to = Math.max(to, next.toZonedDateTime(this.#type.timeZone).epochMilliseconds);
    }
    return this.#facts.bookingsFrom <= from && to <= this.#facts.bookingsTo;
  }
}
