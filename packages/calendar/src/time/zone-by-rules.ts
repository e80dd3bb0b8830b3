import { HOUR, MINUTE, type Instant } from "./instant.ts";
import { TransitionZone, type Transition } from "./transition-zone.ts";
import { ianaZone, type Zone } from "./zone.ts";

/** Rules are compared up to here: laws are not made further ahead, and runtimes repeat the last years for ever. */
const END = Date.UTC(2041, 0, 1);
/**
 * … and from the first of these years that fits. Most clients write today's rules as if they had always applied
 * (Windows since 1601), so a zone with another history is still accepted, but one whose history fits takes
 * precedence.
 */
const BEGINNINGS = [1990, 1997, 2008, 2017, 2023].map((year) => Date.UTC(year, 0, 1));

/** No place changes its clocks more often than four times a year. */
const MAX_CHANGES = 300;

/** Of zones that fit equally well, the first one listed is chosen; zones that are not listed follow by name. */
const PREFERRED = (
  "Europe/Stockholm Europe/London Europe/Berlin Europe/Helsinki Europe/Paris Europe/Oslo Europe/Copenhagen Europe/Dublin " +
  "Europe/Lisbon Europe/Madrid Europe/Amsterdam Europe/Rome Europe/Warsaw Europe/Athens Europe/Moscow Europe/Istanbul " +
  "America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix America/Sao_Paulo Asia/Dubai " +
  "Asia/Kolkata Asia/Calcutta Asia/Shanghai Asia/Tokyo Asia/Singapore Australia/Sydney Australia/Brisbane Pacific/Auckland"
).split(" ");

/** Places whose time has this abbreviation; the hint then prefers these cities among the zones that fit. */
const PLACES_BY_ABBREVIATION: ReadonlyMap<string, readonly string[]> = new Map([
  ["gmt", ["london"]],
  ["bst", ["london"]],
  ["ist", ["dublin", "kolkata", "calcutta", "jerusalem"]],
  ["idt", ["jerusalem"]],
  ["wet", ["lisbon"]],
  ["west", ["lisbon"]],
  ["eet", ["helsinki"]],
  ["eest", ["helsinki"]],
  ["msk", ["moscow"]],
  ["sast", ["johannesburg"]],
  ["wat", ["lagos"]],
  ["cat", ["maputo"]],
  ["eat", ["nairobi"]],
  ["pkt", ["karachi"]],
  ["hkt", ["hong kong"]],
  ["sgt", ["singapore"]],
  ["jst", ["tokyo"]],
  ["kst", ["seoul"]],
  ["awst", ["perth"]],
  ["nzst", ["auckland"]],
  ["nzdt", ["auckland"]],
  ["hst", ["honolulu"]],
]);

/**
 * The IANA zone whose clocks follow `rules`, in the present and the years ahead; undefined if there is none. Of
 * several, first comes one that the hints (TZID, X-LIC-LOCATION, TZNAME, in any form) name by city or abbreviation,
 * then one that agrees with more of the past, then Europe/Stockholm, Europe/London, Europe/Berlin and so on. A zone
 * without changes, with whole hours and no such name, is `Etc/GMT±n`.
 */
export function zoneByRules(rules: Zone, hints: readonly string[] = []): Zone | undefined {
  const told = changesOf(rules);
  const words = wordsOf(hints);
  if (told.length > MAX_CHANGES) return undefined;
  if (told.length === 0) return zoneWithoutChanges(rules, words);
  const lastTold = told.at(-1)?.at ?? END;
  const found = bestMatch(rules, told, END, words);
  // Some clients list single changes and stop; years without changes in the list can't contradict a zone.
  const isListed = told.length > 1 && lastTold < END;
  return found ?? (isListed ? bestMatch(rules, told, lastTold + 1, words) : undefined);
}

interface Change extends Transition {
  readonly before: number;
}

const changesByZone = new WeakMap<Zone, readonly Change[]>();

/** Real changes of the offset within the compared years. */
function changesOf(zone: Zone): readonly Change[] {
  if (!(zone instanceof TransitionZone)) return [];
  const [first = END] = BEGINNINGS;
  const known = changesByZone.get(zone);
  const changes =
    known ??
    zone.transitionsWithin(first, END).filter(({ at, before, offset }) => at >= first && before !== offset);
  if (!known) changesByZone.set(zone, changes);
  return changes;
}

function zoneWithoutChanges(rules: Zone, words: ReadonlySet<string>): Zone | undefined {
  const offset = rules.offsetAt(END);
  const named = words.size > 0 ? bestMatch(rules, [], END, words, 1) : undefined;
  if (named) return named;
  const hours = offset / HOUR;
  if (Number.isInteger(hours))
    return hours === 0
      ? ianaZone("UTC")
      : ianaZone(`Etc/GMT${hours > 0 ? "-" : "+"}${String(Math.abs(hours))}`);
  return bestMatch(rules, [], END, words);
}

function bestMatch(
  rules: Zone,
  told: readonly Change[],
  to: Instant,
  words: ReadonlySet<string>,
  leastLikeness = 0,
): Zone | undefined {
  let best: { readonly zone: Zone; readonly score: number } | undefined;
  for (const id of zonesWithOffsets(rules, to)) {
    const likeness = likenessOf(id, words);
    const highest = likeness * BEGINNINGS.length + BEGINNINGS.length - 1;
    if (likeness < leastLikeness || (best && highest <= best.score)) continue;
    const zone = ianaZone(id);
    const from = zone && agreementStart(zone, rules, told, to);
    const beginning = from === undefined ? -1 : BEGINNINGS.findIndex((year) => year >= from);
    if (!zone || beginning < 0) continue;
    const score = highest - beginning;
    if (!best || score > best.score) best = { zone, score };
  }
  return best?.zone;
}

/** The instant from which two zones agree until `to`; undefined if they do not agree even at the end. */
function agreementStart(zone: Zone, rules: Zone, told: readonly Change[], to: Instant): Instant | undefined {
  if (zone.offsetAt(to - 1) !== rules.offsetAt(to - 1)) return undefined;
  const real = changesOf(zone);
  const endOf = (changes: readonly Change[]) => changes.findLastIndex(({ at }) => at < to);
  const last = endOf(told);
  let own = last;
  let other = endOf(real);
  for (; own >= 0 && other >= 0; own--, other--)
    if (told[own]?.at !== real[other]?.at || told[own]?.before !== real[other]?.before) break;
  // Rules with changes must agree in one change, or in two if the list ends: a single one may be chance.
  if (told.length > 0 && last - own < (to < END ? 2 : 1)) return undefined;
  // A VTIMEZONE says nothing about the time before its first onset.
  if (own < 0 && told.length > 0) return -Infinity;
  return Math.max(told[own]?.at ?? -Infinity, real[other]?.at ?? -Infinity);
}

/** 2 for a zone whose city is named, 1 for one whose city an abbreviation suggests, else 0. */
function likenessOf(id: string, words: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  const city = cityOf(id);
  if (words.has(city)) return 2;
  return [...words].some((word) => placesOf(word).includes(city)) ? 1 : 0;
}

const placesOf = (word: string): readonly string[] => PLACES_BY_ABBREVIATION.get(word) ?? [];

const cityOf = (id: string): string =>
  id
    .slice(id.lastIndexOf("/") + 1)
    .replaceAll("_", " ")
    .toLowerCase();

/** Words, and pairs and triples of neighbours ("new york"), of the first characters of each hint; bounded. */
function wordsOf(hints: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const hint of hints.slice(0, 20)) {
    const found =
      hint
        .slice(0, 200)
        .toLowerCase()
        .match(/[\p{L}]+/gu) ?? [];
    for (const index of found.keys())
      for (const length of [1, 2, 3]) words.add(found.slice(index, index + length).join(" "));
  }
  return words;
}

let zonesByOffsets: Map<string, string[]> | undefined;

/** The two moments that first tell zones apart: a winter and a summer for which no law is made yet. */
const WINTER = Date.UTC(2030, 0, 1);
const SUMMER = Date.UTC(2030, 6, 1);

/**
 * The IANA zones that share the offsets of `rules` in winter and summer, in order of preference; all zones if the
 * rules end before then.
 */
function zonesWithOffsets(rules: Zone, to: Instant): readonly string[] {
  zonesByOffsets ??= indexZones();
  if (to < END) return [...zonesByOffsets.values()].flat().sort(byPreference);
  return zonesByOffsets.get(offsetsKey(rules.offsetAt(WINTER), rules.offsetAt(SUMMER))) ?? [];
}

const offsetsKey = (winter: number, summer: number): string =>
  `${String(winter / MINUTE)} ${String(summer / MINUTE)}`;

/**
 * Asks the runtime for two offsets of each zone, which takes a hundredth of the work of reading its whole history.
 */
function indexZones(): Map<string, string[]> {
  const index = new Map<string, string[]>();
  const [winter, summer] = [WINTER, SUMMER].map((at) => Temporal.Instant.fromEpochMilliseconds(at));
  for (const id of Intl.supportedValuesOf("timeZone").sort(byPreference)) {
    const offset = (at: Temporal.Instant | undefined) =>
      (at?.toZonedDateTimeISO(id).offsetNanoseconds ?? 0) / 1e6;
    const key = offsetsKey(offset(winter), offset(summer));
    const others = index.get(key);
    if (others) others.push(id);
    else index.set(key, [id]);
  }
  return index;
}

function byPreference(a: string, b: string): number {
  const [first, second] = [a, b].map((id) => rankOf(id));
  return (first ?? 0) - (second ?? 0) || (a < b ? -1 : 1);
}

function rankOf(id: string): number {
  const index = PREFERRED.indexOf(id);
  return index < 0 ? PREFERRED.length : index;
}
