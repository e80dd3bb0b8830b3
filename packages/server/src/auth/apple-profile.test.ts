import { expect, it } from "vitest";
import { appleProfile } from "./apple-profile.ts";

const account = {
  address: "https://kalender.example/dav/",
  userName: "elin",
  password: "k7fd-wq2m-x9bt-4hzn",
  name: "Snart, Elin",
  ids: ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"],
} as const;
const valueIn = (xml: string, key: string): string | undefined =>
  new RegExp(`<key>${key}</key><(?:string|integer)>([^<]*)<|<key>${key}</key><(true|false)/>`)
    .exec(xml)
    ?.slice(1)
    .find((it) => it !== undefined);

it("contains the address of the calendars and the user's name", () => {
  const xml = appleProfile(account);
  expect(valueIn(xml, "CalDAVHostName")).toBe("kalender.example");
  expect(valueIn(xml, "CalDAVPort")).toBe("443");
  expect(valueIn(xml, "CalDAVUseSSL")).toBe("true");
  expect(valueIn(xml, "CalDAVPrincipalURL")).toBe("/dav/");
  expect(valueIn(xml, "CalDAVUsername")).toBe("elin");
  expect(valueIn(xml, "CalDAVPassword")).toBe("k7fd-wq2m-x9bt-4hzn");
  expect(xml.match(/PayloadUUID/g)).toHaveLength(2);
});

it("keeps the port, and plain http if the server uses it", () => {
  const xml = appleProfile({ ...account, address: "http://localhost:8080/dav/" });
  expect(valueIn(xml, "CalDAVPort")).toBe("8080");
  expect(valueIn(xml, "CalDAVUseSSL")).toBe("false");
});

it("escapes names", () => {
  const xml = appleProfile({ ...account, name: "</string><key>x</key>&\u0000\u000b", userName: "å & ä" });
  expect(xml).toContain("<string>&lt;/string&gt;&lt;key&gt;x&lt;/key&gt;&amp;</string>");
  expect(valueIn(xml, "CalDAVUsername")).toBe("å &amp; ä");
  expect(xml).not.toContain("\u0000");
});
