import { redDays } from "../almanac/red-days.ts";
import { squeezeDays } from "../almanac/squeeze-days.ts";
import type { Facts, OwnBooking, Wish } from "../booking/facts.ts";
import type { BookingRules, Limit } from "../booking/rules.ts";

/**
 * A second judge, written from the words of the rules and not from the first: slow, by Temporal, day by day and minute
 * by minute. It names the reasons as short texts.
 */
export function naiveJudge(rules: BookingRules, facts: Facts, wish: Wish, now: number): NaiveVerdict {
  const naive = new Naive(rules, facts, wish, now);
  return naive.verdict();
}

export interface NaiveVerdict {
  readonly ok: boolean;
  /** in order of the alphabet */
  readonly reasons: readonly string[];
  readonly freeUnits: readonly number[];
}

const MINUTE = 60_000;
const NAMES = ["mo", "tu", "we", "th", "fr", "sa", "su"];

class Naive {
  readonly rules: BookingRules;
  readonly facts: Facts;
  readonly wish: Wish;
  readonly now: number;
  readonly found = new Set<string>();

  constructor(rules: BookingRules, facts: Facts, wish: Wish, now: number) {
    this.rules = rules;
    this.facts = facts;
    this.wish = wish;
    this.now = now;
  }

  verdict(): NaiveVerdict {
    const { start, end } = this.wish;
    if (!(start < end)) return { ok: false, reasons: ["notATime"], freeUnits: [] };
    this.asker();
    this.times();
    this.maintenance();
    this.horizon();
    this.lengths();
    const freeUnits = this.freeUnits();
    if (freeUnits.length === 0) this.found.add("taken");
    this.quotas();
    this.chain();
    return { ok: this.found.size === 0, reasons: [...this.found].toSorted(), freeUnits };
  }

  zoned(at: number): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(this.rules.timeZone);
  }
  date(at: number): Temporal.PlainDate {
    return this.zoned(at).toPlainDate();
  }

  /** Days since 1970-01-01. */
  dayNumber(date: string): number {
    return Temporal.PlainDate.from("1970-01-01").until(date, { largestUnit: "days" }).days;
  }

  /** A skipped reading is the moment at which it is skipped. */
  at(date: Temporal.PlainDate, time: string): number {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    const day = hour === 24 ? date.add({ days: 1 }) : date;
    const reading = day.toPlainDateTime({ hour: hour % 24, minute });
    const zoned = reading.toZonedDateTime(this.rules.timeZone);
    if (zoned.toPlainDateTime().equals(reading)) return zoned.epochMilliseconds;
    return zoned.add({ milliseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds ?? NaN;
  }

  special(date: Temporal.PlainDate): string | undefined {
    const { almanac } = this.rules;
    if (!almanac) return undefined;
    const isIt = ({ date: each }: { date: { month: number; day: number } }) =>
      each.month === date.month && each.day === date.day;
    const named = redDays(date.year, almanac).filter(isIt);
    if (named.some(({ kind }) => kind === "red")) return "redDay";
    if (named.some(({ kind }) => kind === "eve")) return "eve";
    const squeezed = squeezeDays(date.year, almanac, new Set(["red", "eve"]));
    return squeezed.some(({ first }) => isIt({ date: first })) ? "squeezeDay" : undefined;
  }

  passes(date: Temporal.PlainDate): { start: number; end: number }[] {
    const plans = this.rules.slotPlans ?? [];
    return this.planned(
      date,
      plans.map(({ days, passes }) => ({ days, times: passes })),
    );
  }

  planned(
    date: Temporal.PlainDate,
    plans: readonly { days: readonly string[]; times: readonly { from: string; to: string }[] }[],
  ): { start: number; end: number }[] {
    const special = this.special(date);
    const name = NAMES[date.dayOfWeek - 1] ?? "";
    let wanted = name;
    if (special === "redDay" && this.rules.redDays === "asSunday") wanted = "su";
    const bySpecial = plans.filter(({ days }) => special !== undefined && days.includes(special));
    if (bySpecial.length === 0 && special === "redDay" && this.rules.redDays === "closed") return [];
    const chosen = bySpecial.length > 0 ? bySpecial : plans.filter(({ days }) => days.includes(wanted));
    return chosen
      .flatMap(({ times }) => times)
      .map(({ from, to }) => {
        const isNext = to !== "24:00" && to <= from;
        return { start: this.at(date, from), end: this.at(isNext ? date.add({ days: 1 }) : date, to) };
      })
      .filter(({ start, end }) => end > start)
      .toSorted((a, b) => a.start - b.start);
  }

  /** All passes around the wish. */
  passesAround(): { start: number; end: number }[] {
    const first = this.date(this.wish.start).subtract({ days: 2 });
    const count = this.date(this.wish.end).since(first).days + 3;
    return Array.from({ length: count }, (_, index) => this.passes(first.add({ days: index }))).flat();
  }

  asker(): void {
    const { mayBook, houseRules, recurring = "no" } = this.rules;
    const { asker, pauses, sources } = this.facts;
    if (mayBook && !asker.manages && mayBook.every((group) => !asker.groups.includes(group)))
      this.found.add("notAllowed");
    if (this.wish.isSeries && (recurring === "no" || (recurring === "managers" && !asker.manages)))
      this.found.add("noSeries");
    if (pauses.some(({ from, to }) => from <= this.now && to > this.now)) this.found.add("paused");
    if (houseRules?.mustAccept && !((asker.acceptedRules ?? 0) >= houseRules.version))
      this.found.add("rulesNotAccepted");
    if (sources.some(({ health }) => health !== "fresh")) this.found.add("unknown");
  }

  isPiece(): boolean {
    const { start, end } = this.wish;
    const cell = this.rules.cellMinutes * MINUTE;
    const running = this.passesAround().find((pass) => pass.start <= this.now && this.now < pass.end);
    const today = this.date(this.now);
    const runningNow =
      running ??
      [...this.passes(today.subtract({ days: 1 })), ...this.passes(today)].find(
        (pass) => pass.start <= this.now && this.now < pass.end,
      );
    if (!runningNow || start < runningNow.start || end > runningNow.end) return false;
    return start % cell === 0 && (end % cell === 0 || end === runningNow.end) && start + cell > this.now;
  }

  /** How many passes the wish is made of; 0 if it is not made of passes. */
  passCount({ start, end }: { start: number; end: number } = this.wish): number {
    const inside = this.passesAround().filter((pass) => pass.start >= start && pass.end <= end);
    const total = inside.reduce((sum, pass) => sum + (pass.end - pass.start), 0);
    return total === end - start ? inside.length : 0;
  }

  times(): void {
    const { mode, nights } = this.rules;
    const { start, end } = this.wish;
    if (mode === "slots" && this.passCount() === 0 && !this.isPiece()) {
      const date = this.date(start);
      const [today, before] = [this.passes(date), this.passes(date.subtract({ days: 1 }))];
      const isEmpty = today.length === 0 && !before.some((pass) => pass.end > start);
      this.found.add(isEmpty ? "closed" : "offGrid");
    }
    if (mode === "free" && !this.isOpen(start, end)) this.found.add("closed");
    if (mode === "nights" && nights) {
      const [arrival, departure] = [this.date(start), this.date(end)];
      const isRight =
        start === this.at(arrival, nights.checkIn) && end === this.at(departure, nights.checkOut);
      if (!isRight || Temporal.PlainDate.compare(arrival, departure) >= 0)
        return void this.found.add("offGrid");
      const rule = (date: Temporal.PlainDate) =>
        nights.exceptions?.find(({ from, to }) => from <= date.toString() && date.toString() <= to) ?? nights;
      const isDay = (days: readonly string[] | undefined, date: Temporal.PlainDate) =>
        !days || days.includes(NAMES[date.dayOfWeek - 1] ?? "");
      if (!isDay(rule(arrival).arrivals, arrival) || !isDay(rule(departure).departures, departure))
        this.found.add("wrongDay");
    }
  }

  isOpen(start: number, end: number): boolean {
    for (let at = start; at < end; at += 5 * MINUTE) {
      const date = this.date(at);
      const { open, redDays: red } = this.rules;
      const hours = open
        ? this.planned(
            date,
            open.map((each) => ({ days: each.days, times: [each] })),
          )
        : red === "closed" && this.special(date) === "redDay"
          ? []
          : undefined;
      if (hours && !hours.some((each) => each.start <= at && at < each.end)) return false;
    }
    return true;
  }

  maintenance(): void {
    const { start, end } = this.wish;
    for (const each of this.rules.maintenance ?? []) {
      if ("start" in each) {
        const at = (text: string) => this.at(Temporal.PlainDate.from(text.slice(0, 10)), text.slice(11));
        if (at(each.start) < end && start < at(each.end)) this.found.add("maintenance");
        continue;
      }
      for (
        let date = this.date(start).subtract({ days: 1 });
        Temporal.PlainDate.compare(date, this.date(end)) <= 0;
        date = date.add({ days: 1 })
      ) {
        if (!each.days.includes((NAMES[date.dayOfWeek - 1] ?? "") as never)) continue;
        const last = each.to !== "24:00" && each.to <= each.from ? date.add({ days: 1 }) : date;
        if (this.at(date, each.from) < end && start < this.at(last, each.to)) this.found.add("maintenance");
      }
    }
  }

  /** A moment a duration before or after: days and months on the clock, then exact time. */
  moved(at: number, text: string, sign: 1 | -1, time?: string): number {
    const { years, months, weeks, days, hours, minutes } = Temporal.Duration.from(text);
    const zoned = this.zoned(at);
    const nominal = { months: years * 12 + months, days: weeks * 7 + days };
    const date = sign > 0 ? zoned.toPlainDate().add(nominal) : zoned.toPlainDate().subtract(nominal);
    const isExact = nominal.months + nominal.days === 0 && time === undefined;
    const from = isExact ? at : this.at(date, time ?? zoned.toPlainTime().toString().slice(0, 5));
    return from + sign * (hours * 60 + minutes) * MINUTE;
  }

  horizon(): void {
    const { opens, measuredTo, closesBefore = "PT0M", mode, draw, cellMinutes } = this.rules;
    const { start, end } = this.wish;
    const measured = measuredTo === "end" ? end : start;
    let opensAt = this.moved(measured, "P24M", -1);
    if (opens && "before" in opens) opensAt = this.moved(measured, opens.before, -1, opens.at);
    if (opens && "release" in opens) {
      const month = this.date(measuredTo === "end" ? measured - 1 : measured)
        .toPlainYearMonth()
        .subtract({ months: 1 });
      opensAt = this.at(month.toPlainDate({ day: Math.min(opens.day, month.daysInMonth) }), opens.at);
    }
    if (this.now < opensAt && !this.wish.isDrawn) this.found.add("notYet");
    const isZero = Temporal.Duration.from(closesBefore).blank;
    const cell = cellMinutes * MINUTE;
    const isInCell = mode === "free" || (mode === "slots" && this.isPiece());
    let isLate = this.now > start;
    if (!isZero) isLate = this.now > this.moved(start, closesBefore, -1);
    else if (mode === "nights")
      isLate = Temporal.PlainDate.compare(this.date(this.now), this.date(start)) > 0;
    else if (isInCell) isLate = this.now >= Math.floor(start / cell) * cell + cell;
    if (isLate) this.found.add("tooLate");
    const end_ = mode === "nights" ? this.date(end).subtract({ days: 1 }) : this.date(end - 1);
    const [first, last] = [this.date(start).toString(), end_.toString()];
    for (const { from, to, closes } of this.wish.isDrawn ? [] : (draw?.periods ?? [])) {
      const at = this.at(Temporal.PlainDate.from(closes.slice(0, 10)), closes.slice(11));
      const isDue = this.facts.undrawn?.some(
        (one) => this.dayNumber(from) === one.from && this.dayNumber(to) === one.to,
      );
      if (from <= last && first < to && (this.now < at || isDue)) this.found.add("byLot");
    }
  }

  nights({ start, end }: { start: number; end: number }): number {
    return this.date(end).since(this.date(start), { largestUnit: "days" }).days;
  }

  lengths(): void {
    const { lengths = {}, mode } = this.rules;
    const { start, end } = this.wish;
    const isExempt =
      lengths.exemptWithin !== undefined && this.now >= this.moved(start, lengths.exemptWithin, -1);
    const count = mode === "nights" ? this.nights(this.wish) : Math.max(1, this.passCount());
    let isShort = false;
    let isLong = false;
    if (mode === "free") {
      isShort = lengths.min !== undefined && end < this.moved(start, lengths.min, 1);
      isLong = lengths.max !== undefined && end > this.moved(start, lengths.max, 1);
    } else if (mode === "nights") {
      isShort = count < (lengths.minNights ?? 1);
      isLong = count > (lengths.maxNights ?? Infinity);
    } else isLong = count > (lengths.maxPasses ?? 1);
    if (isShort) this.found.add("tooShort");
    if (isLong && !isExempt) this.found.add("tooLong");
  }

  freeUnits(): number[] {
    const cell = this.rules.cellMinutes * MINUTE;
    const gap =
      this.rules.gap === undefined ? 0 : Temporal.Duration.from(this.rules.gap).total("milliseconds");
    const free: number[] = [];
    for (let unit = 0; unit < this.rules.units; unit++) {
      let isFree = this.wish.unit === undefined || this.wish.unit === unit;
      const from = Math.floor(this.wish.start / cell) * cell - gap;
      const to = Math.ceil(this.wish.end / cell) * cell + gap;
      for (let at = from; at < to && isFree; at += 5 * MINUTE)
        isFree = !this.facts.claims.some(
          (claim) =>
            claim.unit === unit &&
            claim.start <= at &&
            at < claim.end &&
            !(claim.expires !== undefined && claim.expires <= this.now) &&
            claim.booking !== this.wish.instead &&
            claim.booking !== this.wish.hold,
        );
      if (isFree) free.push(unit);
    }
    return free;
  }

  isAlive(booking: OwnBooking): boolean {
    const isOwn = booking.id === this.wish.instead || booking.id === this.wish.hold;
    return !isOwn && !(booking.expires !== undefined && booking.expires <= this.now);
  }

  quotas(): void {
    this.rules.limits?.forEach((limit, index) => {
      const isExempt = (start: number, at: number) =>
        limit.exemptWithin !== undefined && at >= this.moved(start, limit.exemptWithin, -1);
      if (isExempt(this.wish.start, this.now) || !this.isInPart(limit, this.wish.start)) return;
      const counted = this.facts.bookings.filter(
        (each) =>
          this.isAlive(each) &&
          (limit.over === "this"
            ? each.bookable === this.facts.bookable
            : each.labels.includes(limit.over)) &&
          this.isState(limit, each) &&
          !isExempt(each.start, each.booked) &&
          this.isInPart(limit, each.start),
      );
      if (this.windows(limit).some((isIn) => this.sum(limit, [...counted, this.wish], isIn) > limit.max))
        this.found.add(`quota ${String(index)}`);
    });
  }

  isState(limit: Limit, { state, end }: OwnBooking): boolean {
    if (["cancelled", "refused", "lapsed"].includes(state)) return false;
    if (limit.per === "upcoming")
      return ["hold", "requested", "confirmed", "inUse"].includes(state) && end > this.now;
    if (state === "cancelledLate") return limit.countsLateCancelled === true;
    return state === "released" ? limit.countsNoShow !== false : true;
  }

  isInPart({ dayPart }: Limit, start: number): boolean {
    if (!dayPart) return true;
    const date = this.date(start);
    const special = this.special(date);
    const name = special === "redDay" && this.rules.redDays === "asSunday" ? "su" : NAMES[date.dayOfWeek - 1];
    const time = this.zoned(start).toPlainTime().toString().slice(0, 5);
    const isDay = dayPart.days.some((day) => day === name || day === special);
    return isDay && dayPart.from <= time && time < dayPart.to;
  }

  /** Every period that the wish lies in, as a test of dates. */
  windows({ per, of }: Limit): ((date: Temporal.PlainDate) => boolean)[] {
    if (per === "upcoming") return [() => true];
    const first = this.date(this.wish.start);
    const dates =
      of === "nights"
        ? Array.from({ length: this.nights(this.wish) }, (_, i) => first.add({ days: i }))
        : [first];
    if (per.startsWith("rolling:")) {
      const days = Temporal.Duration.from(per.slice("rolling:".length));
      const length = days.days + days.weeks * 7;
      return dates.flatMap((date) =>
        Array.from({ length }, (_, back) => {
          const from = date.subtract({ days: back });
          return (each: Temporal.PlainDate) => {
            const after = from.until(each, { largestUnit: "days" }).days;
            return after >= 0 && after < length;
          };
        }),
      );
    }
    const key = (date: Temporal.PlainDate): string => {
      if (per === "week") return `${String(date.yearOfWeek)} ${String(date.weekOfYear)}`;
      return date.toString().slice(0, { day: 10, month: 7, year: 4 }[per as "day" | "month" | "year"]);
    };
    return dates.map((date) => (each: Temporal.PlainDate) => key(each) === key(date));
  }

  sum(
    { of, per }: Limit,
    times: readonly { start: number; end: number }[],
    isIn: (date: Temporal.PlainDate) => boolean,
  ): number {
    return times.reduce((sum, time) => {
      const date = this.date(time.start);
      if (of === "nights" && per !== "upcoming")
        return (
          sum +
          Array.from({ length: Math.max(0, this.nights(time)) }, (_, i) => date.add({ days: i })).filter(isIn)
            .length
        );
      if (!isIn(date)) return sum;
      return (
        sum +
        { bookings: 1, nights: this.nights(time), minutes: Math.round((time.end - time.start) / MINUTE) }[of]
      );
    }, 0);
  }

  chain(): void {
    const { chain, gap, mode } = this.rules;
    if (!chain) return;
    const held = this.facts.bookings.filter(
      (each) =>
        this.isAlive(each) &&
        !["cancelled", "cancelledLate", "released", "refused", "lapsed"].includes(each.state),
    );
    const here = held.filter(({ bookable }) => bookable === this.facts.bookable);
    const space = gap === undefined ? 0 : Temporal.Duration.from(gap).total("milliseconds");
    if (chain.minGapBetweenOwn !== undefined) {
      const own = Temporal.Duration.from(chain.minGapBetweenOwn).total({
        unit: "milliseconds",
        relativeTo: "2026-01-01",
      });
      const isNear = here.some(
        ({ start, end }) => Math.max(start - this.wish.end, this.wish.start - end) < own,
      );
      if (isNear) this.found.add("tooClose");
    }
    const label = chain.notWhile;
    if (
      label !== undefined &&
      held.some(
        (each) => each.labels.includes(label) && each.start < this.wish.end && each.end > this.wish.start,
      )
    )
      this.found.add("elsewhere");
    if (chain.maxInRow === undefined) return;
    const follows = (end: number, start: number): boolean =>
      end <= start &&
      (start - end <= space || (mode === "nights" && this.date(end).equals(this.date(start))));
    const count = (time: { start: number; end: number }): number =>
      mode === "free"
        ? 1
        : mode === "nights"
          ? this.nights(time)
          : Math.max(1, new Naive(this.rules, this.facts, time, this.now).passCount());
    // Every row that can be made of own times, however they overlap: the longest counts.
    const lasting = here.filter(({ start, end }) => end > start);
    const before = (time: { start: number }): number =>
      Math.max(0, ...lasting.map((each) => (follows(each.end, time.start) ? count(each) + before(each) : 0)));
    const after = (time: { end: number }): number =>
      Math.max(0, ...lasting.map((each) => (follows(time.end, each.start) ? count(each) + after(each) : 0)));
    const others = before(this.wish) + after(this.wish);
    if (others + count(this.wish) <= chain.maxInRow) return;
    const { maxNights = Infinity, maxPasses = 1 } = this.rules.lengths ?? {};
    if (others > 0) this.found.add("adjacent");
    else if ((mode === "nights" ? maxNights : maxPasses) > chain.maxInRow) this.found.add("tooLong");
  }
}
