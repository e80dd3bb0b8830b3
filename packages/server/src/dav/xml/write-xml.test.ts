import { describe, expect, test } from "vitest";
import { reply, toResponse } from "../../http/reply.ts";
import { textOf, type XmlElement } from "./element.ts";
import { multistatus, textBody } from "./multistatus.ts";
import { caldav } from "./names.ts";
import { parseXml } from "./parse-xml.ts";
import { escapeXml, tagsOf, wrap, writeElement } from "./write-xml.ts";

const parsed = (text: string): XmlElement => {
  const result = parseXml(text, { maxDepth: 64, maxNodes: 1_000 });
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
};

describe("escapeXml", () => {
  test("keeps both line ends through a parser", () => {
    const text = 'BEGIN:VCALENDAR\r\nSUMMARY:"å" <b> & ]]>\r\n';
    expect(textOf(parsed(`<a>${escapeXml(text)}</a>`))).toBe(text);
  });
  test("replaces what XML cannot hold, and nothing else", () => {
    expect(escapeXml("a\u0000b\u001b\ud800c\t\n😀")).toBe("a\ufffdb\ufffd\ufffdc\t\n😀");
  });
});

describe("tags", () => {
  test("use the declared prefixes", () => expect(wrap(caldav("comp"), "")).toBe("<c:comp/>"));
  test("declare a foreign namespace on the spot", () =>
    expect(tagsOf({ ns: 'urn:"x"', name: "y" })).toEqual(['<x:y xmlns:x="urn:&quot;x&quot;">', "</x:y>"]));
  test("leave a name without namespace bare", () =>
    expect(wrap({ ns: "", name: "y" }, "1")).toBe("<y>1</y>"));
});

describe("writeElement", () => {
  test("means the same when read again", () => {
    const element = parsed(
      '<p:a xmlns:p="urn:p" xmlns:q="urn:q" p:x="1" y="&lt;" xml:lang="sv">t<q:b><c/>&amp;</q:b><p:d/>\n</p:a>',
    );
    expect(parsed(writeElement(element))).toEqual(element);
  });
});

describe("textBody", () => {
  const many = async function* (n: number, piece: string) {
    for (let i = 0; i < n; i++) yield piece;
  };
  test("is a string while it is small", async () => {
    expect(await textBody(multistatus(["<d:response/>"], "<d:sync-token>t</d:sync-token>"))).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<d:multistatus .*><d:response\/><d:sync-token>t<\/d:sync-token><\/d:multistatus>$/,
    );
  });
  test("streams the whole of what is large", async () => {
    const body = await textBody(many(1_000, "å".repeat(1_000)));
    expect(body).not.toBeTypeOf("string");
    expect(await toResponse(reply(body)).text()).toBe("å".repeat(1_000_000));
  });
  test("stops producing when the reader has gone", async () => {
    let produced = 0;
    const endless = (async function* () {
      for (;;) {
        produced++;
        yield "x".repeat(10_000);
      }
    })();
    const body = await textBody(endless);
    await toResponse(reply(body)).body?.cancel();
    const before = produced;
    await Promise.resolve();
    expect(produced).toBe(before);
  });
});
