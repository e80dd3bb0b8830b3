import { describe, expect, test } from "vitest";
import { makeHrefs, pathnameOf, readPath } from "./url.ts";

const hrefs = makeHrefs("http://localhost:8080");
const read = (pathname: string) => {
  const path = readPath(pathname, hrefs);
  return path.ok ? path.value : path.problem;
};

describe("readPath", () => {
  test.each([
    ["/", { kind: "root", isTop: true }],
    ["/dav", { kind: "root", isTop: false }],
    ["/dav/", { kind: "root", isTop: false }],
    ["/dav/principals/", { kind: "principals" }],
    ["/dav/principals/anna", { kind: "principal", login: "anna" }],
    ["/dav/calendars/", { kind: "homes" }],
    ["/dav/calendars/anna/", { kind: "home", login: "anna" }],
    ["/dav/calendars/anna/work", { kind: "calendar", login: "anna", uri: "work" }],
    ["/dav/calendars/anna/m%C3%B6te/", { kind: "calendar", login: "anna", uri: "möte" }],
    ["/dav/calendars/anna/work/1%402.ics", { kind: "object", login: "anna", uri: "work", name: "1@2.ics" }],
    ["/dav/calendars/anna/work/1@2.ics", { kind: "object", login: "anna", uri: "work", name: "1@2.ics" }],
    ["/dav//calendars///anna//work//", { kind: "calendar", login: "anna", uri: "work" }],
    ["//dav//", { kind: "root", isTop: false }],
    ["/dav/calendars/anna/work/100%25.ics", { kind: "object", login: "anna", uri: "work", name: "100%.ics" }],
  ])("reads %s", (pathname, path) => expect(read(pathname)).toEqual(path));

  test.each([
    "/elsewhere",
    "/davx/",
    "/dav/other/",
    "/dav/principals/a/b",
    "/dav/calendars/a/b/c.ics/",
    "/dav/calendars/a/b/c.ics//",
    "/dav/calendars/a/b/c/d",
    "dav/",
  ])("finds nothing at %s", (pathname) => expect(read(pathname)).toBe("unknown"));

  test.each([
    "/dav/calendars/../principals/anna",
    "/dav/calendars/%2e%2e/anna",
    "/dav/calendars/./anna",
    "/dav/calendars/anna%2Fwork/",
    "/dav/calendars/anna%5Cwork/",
    "/dav/calendars/anna/work/a%00.ics",
    "/dav/calendars/anna/work/a%0D%0AX.ics",
    "/dav/calendars/anna/%E0%A4%A/",
    "/dav/calendars/anna/%ff/",
    "/dav/calendars/anna/%/",
    `/dav/calendars/anna/${"a".repeat(256)}`,
  ])("refuses %s", (pathname) => expect(read(pathname)).toBe("malformed"));

  test("accepts the path with or without that of the public URL", () => {
    const below = makeHrefs("https://example.org/snart/");
    expect(readPath("/snart/dav/principals/a/", below)).toEqual({
      ok: true,
      value: { kind: "principal", login: "a" },
    });
    expect(readPath("/dav/principals/a/", below)).toEqual({
      ok: true,
      value: { kind: "principal", login: "a" },
    });
    expect(below.principal("a")).toBe("/snart/dav/principals/a/");
  });
});

test("hrefs lead back to the resources they were made for", () => {
  for (const name of ["a.ics", "å ä ö.ics", "a@b!'()*.ics", "100%.ics", "a;b=c&d.ics", "😀", "a#b?c"]) {
    const path = hrefs.object(hrefs.calendar("anna", "work"), name);
    expect(path).toMatch(/^[\w.~@%/-]+$/);
    expect(read(path)).toEqual({ kind: "object", login: "anna", uri: "work", name });
  }
});

test("an href has the @ of a UID as clients write it", () => {
  expect(hrefs.object(hrefs.calendar("anna", "work"), "a@b å.ics")).toBe(
    "/dav/calendars/anna/work/a@b%20%C3%A5.ics",
  );
});

describe("pathnameOf", () => {
  const of = (reference: string) =>
    pathnameOf(reference, "http://127.0.0.1:8080/dav/", "https://cal.example.org");
  test.each([
    ["/dav/x", "/dav/x"],
    ["/dav/a/../x y?q#f", "/dav/x%20y"],
    // left for readPath, which refuses it
    ["/dav/a/%2e%2e/x", "/dav/a/%2e%2e/x"],
    ["http://127.0.0.1:8080/dav/x", "/dav/x"],
    ["https://cal.example.org/dav/x%2F", "/dav/x%2F"],
    ["https://evil.example/dav/x", undefined],
    ["//evil.example/dav/x", undefined],
    ["http://[", undefined],
  ])("reads %s", (reference, pathname) => expect(of(reference)).toBe(pathname));
});
