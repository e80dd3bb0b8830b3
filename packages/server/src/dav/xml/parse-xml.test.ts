import { describe, expect, test } from "vitest";
import { attributeOf, childNamed, elementsOf, textOf } from "./element.ts";
import { CALDAV, DAV, dav } from "./names.ts";
import { parseXml } from "./parse-xml.ts";
import { cpuMs } from "@snart/calendar/testing/cpu-ms.ts";

const limits = { maxDepth: 64, maxNodes: 50_000 };
const parse = (text: string) => parseXml(text, limits);
const detail = (text: string) => {
  const parsed = parse(text);
  return parsed.ok ? `accepted ${parsed.value.name}` : parsed.problem.detail;
};

describe("parseXml", () => {
  test("resolves prefixed, default and redeclared namespaces", () => {
    const parsed = parse(
      `<?xml version="1.0"?><A:propfind xmlns:A="DAV:"><prop xmlns="DAV:"><A:x xmlns:A="${CALDAV}" n="1"/></prop></A:propfind>`,
    );
    if (!parsed.ok) throw new Error(parsed.problem.detail);
    const prop = childNamed(parsed.value, dav("prop"));
    expect(parsed.value.ns).toBe(DAV);
    expect(prop && elementsOf(prop).map(({ ns, name }) => [ns, name])).toEqual([[CALDAV, "x"]]);
    expect(prop && elementsOf(prop).map((x) => attributeOf(x, "n"))).toEqual(["1"]);
  });

  test("undeclares the default namespace", () => {
    const parsed = parse('<a xmlns="urn:x"><b xmlns=""/></a>');
    expect(parsed.ok && elementsOf(parsed.value)[0]).toMatchObject({ ns: "", name: "b" });
  });

  test("joins text, entities and CDATA", () => {
    const parsed = parse("<a>1&lt;<![CDATA[<2>]]>&#13;\n</a>");
    expect(parsed.ok && textOf(parsed.value)).toBe("1<<2>\r\n");
  });

  test.each([
    ["an internal entity", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "document type"],
    ["an external entity", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type"],
    ["an undeclared entity", "<a>&x;</a>", "undefined entity"],
    ["two roots", "<a/><b/>", "only one root"],
    ["an unbound prefix", "<d:a/>", "unbound namespace prefix"],
    ["an element of the xml namespace", "<xml:a/>", "reserved"],
    ["a wrong end", "<a></b>", "unexpected close tag"],
    ["no end", "<a>", "unclosed tag"],
    ["text alone", "hello", "outside of root"],
    ["nothing", "", "root element"],
    ["a NUL", "<a>\u0000</a>", "disallowed character"],
    ["a duplicate attribute", '<a b="1" b="2"/>', "duplicate attribute"],
  ])("refuses %s", (_, text, message) => expect(detail(text)).toContain(message));

  test("refuses a billion laughs before reading any of it", () => {
    const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
      "",
    );
    expect(detail(`<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]><l>&l10;</l>`)).toContain("document type");
  });

  test("accepts the permitted depth, and no more", () => {
    const nested = (n: number) => "<a>".repeat(n) + "</a>".repeat(n);
    expect(detail(nested(64))).toBe("accepted a");
    expect(detail(nested(65))).toContain("more than 64 elements inside each other");
  });

  test("refuses a depth bomb quickly", () => {
    const started = cpuMs();
    expect(detail("<a>".repeat(200_000))).toContain("inside each other");
    expect(cpuMs() - started).toBeLessThan(1_000);
  });

  test("refuses ten mebibytes of tiny elements quickly", () => {
    const started = cpuMs();
    expect(detail(`<a>${"<b/>".repeat(2_621_440)}</a>`)).toContain("more than 50000 elements and attributes");
    expect(cpuMs() - started).toBeLessThan(2_000);
  });

  test("refuses an element of a million attributes quickly", () => {
    const started = cpuMs();
    const attributes = Array.from({ length: 1_000_000 }, (_, i) => ` a${i}="1"`).join("");
    expect(detail(`<a${attributes}/>`)).toContain("more than 50000 elements and attributes");
    expect(cpuMs() - started).toBeLessThan(2_000);
  });
});
