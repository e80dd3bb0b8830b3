/** Words after which a number is a name, not a time: "rum 12". */
const NUMBERED =
  /(?<!\p{L})(?:rum|room|sal|hall|nr|no|nummer|number|plan|våning|floor|gate|spår|track|platform|perrong|linje|line|buss|bus|kap|kapitel|chapter|version|grupp|group|klass|class|åk|år|del|part|avsnitt|episode|steg|step|lag|team|port|level|nivå|sida|page|för|for|om|kr|bord|table|plats|seat|kund|customer|client|elev|patient|ärende|mål|hus|house|lgh|lägenhet|flat|apartment|box)\.?\s+$/iu;
/** Words after which "2.10" is one as well. */
const VERSIONED = /(?<!\p{L})(?:version|kap|kapitel|chapter|del|part)\.?\s+$/iu;
/** A name, not at the line's beginning: "Toy Story 3", "flight SK 1425". */
const NAME = /\S\s+(\p{Lu}[\p{L}’'-]*)\s+$/u;
/** Words after which a number counts things. */
const COUNTED =
  /^\s*(?:personer|pers|people|st|stycken|kr|kronor|km|kg|mil|år|years?|sidor|pages|barn|kids|gäster|guests|ggr|gånger|times|poäng|points|%|€|£|\$|veckor|weeks?|dagar|days?|månader|months?|min|tim)(?![\p{L}])/iu;

/** The most letters of a word that are looked at, so that the time for a line stays in proportion to its length. */
const LONGEST_WORD = 40;

/**
 * Whether a number is no time: part of a name, or a count of something.
 * @param allBefore the text before it
 * @param after the text after it
 * @param isTimeWord whether a word, though with a capital, is one of time: "Fri 9"
 */
export function isOther(
  allBefore: string,
  number: string,
  after: string,
  isTimeWord: (word: string) => boolean,
): boolean {
  const before = allBefore.slice(-LONGEST_WORD);
  if (COUNTED.test(after) || VERSIONED.test(before)) return true;
  if (!/^[\d\s–-]+$/.test(number)) return false;
  const name = NAME.exec(before)?.[1];
  return NUMBERED.test(before) || (name !== undefined && !isTimeWord(name));
}
