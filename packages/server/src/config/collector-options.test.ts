import { describe, expect, it } from "vitest";
import { parseHeaders, parseShare } from "./option.ts";

describe("the headers for a collector", () => {
  it.each([
    ["authorization=Bearer%20a%2Cb", { authorization: "Bearer a,b" }],
    [" X-Tenant=home , api-key=a=b ", { "x-tenant": "home", "api-key": "a=b" }],
  ])("%j are read", (text, value) => expect(parseHeaders(text)).toEqual({ value }));

  it.each([
    "",
    "authorization",
    "=secret",
    "a=",
    "a b=c",
    "a=%",
    "a=%0d%0aevil: 1",
    "a=%C3%A5",
    "Host=elsewhere",
    "content-length=0",
    "transfer-encoding=chunked",
    "a=1,",
    Array.from({ length: 17 }, (_, at) => `a${at}=1`).join(","),
    `a=${"x".repeat(5_000)}`,
  ])("%j are none", (text) => expect(parseHeaders(text)).toHaveProperty("mustBe"));
});

describe("the share of traces", () => {
  it.each([
    ["0", 0],
    ["1", 1],
    ["0.05", 0.05],
    [".5", 0.5],
    ["1.0", 1],
  ])("%j is read", (text, value) => expect(parseShare(text)).toEqual({ value }));

  it.each(["", "2", "-1", "5 %", "1.1", "0,5", "1e-3", "NaN"])("%j is none", (text) =>
    expect(parseShare(text)).toHaveProperty("mustBe"),
  );
});
