import { DAY, HOUR, MINUTE, SECOND } from "../../time/instant.ts";
import { timeOfDay, type Local } from "../../time/local.ts";
import type { RecurrenceRule } from "../rule.ts";

const NONE = [0];

/**
 * The times that a rule gives within each day, hour, minute or second (`unit`): milliseconds since its beginning,
 * ascending. Computed on demand: a day can have 86 400 of them.
 */
export class TimesWithin {
  readonly length: number;
  readonly last: number;
  readonly #hours: readonly number[];
  readonly #minutes: readonly number[];
  readonly #seconds: readonly number[];

  /** Parts that the rule leaves open are taken from the start. */
  constructor(rule: Pick<RecurrenceRule, "byHour" | "byMinute" | "bySecond">, start: Local, unit: number) {
    const time = timeOfDay(start);
    this.#hours = unit < DAY ? NONE : (rule.byHour ?? [Math.floor(time / HOUR)]);
    this.#minutes = unit < HOUR ? NONE : (rule.byMinute ?? [Math.floor((time % HOUR) / MINUTE)]);
    this.#seconds = unit < MINUTE ? NONE : (rule.bySecond ?? [Math.floor((time % MINUTE) / SECOND)]);
    this.length = this.#hours.length * this.#minutes.length * this.#seconds.length;
    this.last = this.#timeAt(this.length - 1);
  }

  at(index: number): number {
    return index === this.length - 1 ? this.last : this.#timeAt(index);
  }

  #timeAt(index: number): number {
    const seconds = this.#seconds.length;
    const minutes = this.#minutes.length;
    const minuteIndex = Math.floor(index / seconds);
    const second = this.#seconds[index % seconds] as number;
    const minute = this.#minutes[minuteIndex % minutes] as number;
    const hour = this.#hours[Math.floor(minuteIndex / minutes)] as number;
    return hour * HOUR + minute * MINUTE + second * SECOND;
  }
}
