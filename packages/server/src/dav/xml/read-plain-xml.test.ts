import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseXml } from "./parse-xml.ts";
import { readPlainXml } from "./read-plain-xml.ts";

const limits = { maxDepth: 8, maxNodes: 40 };
/** A comment after the root means nothing, and only the full parser accepts it. */
const parsedWhole = (text: string) => {
  const parsed = parseXml(`${text}<!-- -->`, limits);
  return parsed.ok ? parsed.value : undefined;
};
const CALENDAR_QUERY = `<?xml version="1.0" encoding="utf-8" ?>\r\n<C:calendar-query xmlns:D="DAV:" xmlns:C='urn:ietf:params:xml:ns:caldav'>
  <D:prop xmlns="DAV:"><getetag/><C:calendar-data ></C:calendar-data></D:prop>
  <C:filter><C:comp-filter name = "VCALENDAR"><none xmlns=""/></C:comp-filter></C:filter>
</C:calendar-query>\n`;

describe("readPlainXml", () => {
  test("reads what clients send in the same way as the full parser", () => {
    expect(readPlainXml(CALENDAR_QUERY, limits)).toEqual(parsedWhole(CALENDAR_QUERY));
    expect(readPlainXml(CALENDAR_QUERY, limits)).toMatchObject({ name: "calendar-query" });
  });

  test.each([
    ["an entity", "<a>&lt;</a>"],
    ["a comment", "<a><!-- x --></a>"],
    ["CDATA", "<a><![CDATA[x]]></a>"],
    ["a document type", "<!DOCTYPE a><a/>"],
    ["an instruction", "<?x y?><a/>"],
    ["a wrong end", "<a></b>"],
    ["an end too many", "<a></a></a>"],
    ["no end", "<a><b></b>"],
    ["two roots", "<a/><b/>"],
    ["text behind the root", "<a/>x"],
    ["an unbound prefix", "<d:a/>"],
    ["an unbound prefix of an attribute", '<a d:b=""/>'],
    ["an attribute twice", '<a b="1" b="2"/>'],
    ["one attribute under two prefixes", '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>'],
    ["a prefix that is taken back", '<a xmlns:x="u"><b xmlns:x=""/></a>'],
    ["the xml namespace", '<a xmlns:x="http://www.w3.org/XML/1998/namespace"/>'],
    ["a colon too many", '<a:b:c xmlns:a="u"/>'],
    ["attributes without a space between", '<a b="1"c="2"/>'],
    ["a value without quotes", "<a b=1/>"],
    ["an end inside text", "<a>]]></a>"],
    ["a NUL", "<a>\u0000</a>"],
    ["a lone surrogate", "<a>\ud800</a>"],
    ["too deep a document", `${"<a>".repeat(9)}${"</a>".repeat(9)}`],
    ["too many elements", `<a>${"<b/>".repeat(40)}</a>`],
    ["too many attributes", `<a${Array.from({ length: 40 }, (_, n) => ` b${n}=""`).join("")}/>`],
    ["nothing", ""],
  ])("leaves %s to the full parser", (_, text) => expect(readPlainXml(text, limits)).toBeUndefined());

  const piece = fc.constantFrom(
    ...'< > / </ /> = \' " : a b p:a q:b xml xmlns xmlns:p="DAV:" xmlns="urn:x" xmlns:q=\'u\' a="1" p:b=\'2\' é <a> </a> <p:a> </p:a> <b/>'.split(
      " ",
    ),
    " ",
    "\n",
    "\t",
    "text",
    "\r\n",
    '<?xml version="1.0"?>',
  );
  test("never reads differently from the full parser", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const text of [pieces.join(""), `<p:a xmlns:p="DAV:" xmlns:q="u">${pieces.join("")}</p:a>`]) {
          const plain = readPlainXml(text, limits);
          if (plain) expect(plain).toEqual(parsedWhole(text));
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
