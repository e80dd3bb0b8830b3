import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../app/limits.ts";
import { dumpConfig, loadConfig } from "./load.ts";
import { limitDescriptions } from "./limit-descriptions.ts";
import { allOptions } from "./options.ts";

/** Loads from an environment and from files that exist only here. */
function load(env: Record<string, string>, files: Record<string, string> = {}) {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return text;
  };
  return loadConfig({ env, folder: "/srv/snart", readFile }, DEFAULT_LIMITS);
}
const problemsOf = (loaded: ReturnType<typeof load>): readonly string[] => (loaded.ok ? [] : loaded.problems);
function configOf(loaded: ReturnType<typeof load>) {
  if (!loaded.ok) throw new Error(loaded.problems.join(" "));
  return loaded.config;
}

describe("the options table", () => {
  it("describes every option and every limit, once", () => {
    const table = allOptions(DEFAULT_LIMITS);
    expect(new Set(table.map((row) => row.env)).size).toBe(table.length);
    for (const row of table) expect(row.description, row.env).toMatch(/\.$/);
    expect(Object.keys(limitDescriptions).sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort());
  });
  it("accepts its own defaults", () => {
    for (const row of allOptions(DEFAULT_LIMITS)) {
      if (typeof row.default !== "string" && typeof row.default !== "number") continue;
      expect(row.parse(`${row.default}`), row.env).toEqual({ value: row.default });
    }
  });
});

describe("loading", () => {
  it("gives defaults, with the data folder made absolute", () => {
    const config = configOf(load({}));
    expect(config).toMatchObject({
      data: "/srv/snart/data",
      host: "127.0.0.1",
      port: 8080,
      publicUrl: null,
      databaseUrl: null,
    });
    expect(config.limits).toEqual(DEFAULT_LIMITS);
  });
  it("takes the environment over the file, and the file over the default", () => {
    const file = '# comment\nSNART_PORT=1111\nSNART_LOG_LEVEL = "warn"\n\nSNART_LIMIT_XML_DEPTH=9\n';
    const config = configOf(load({ SNART_PORT: "2222" }, { "/srv/snart/data/snart.conf": file }));
    expect([config.port, config.logLevel, config.limits.xmlDepth, config.logFormat]).toEqual([
      2222,
      "warn",
      9,
      "text",
    ]);
  });
  it("treats an empty variable as not set", () => {
    expect(configOf(load({ SNART_PORT: "" })).port).toBe(8080);
  });
  it("reads a secret from a file, without the line end", () => {
    const config = configOf(
      load({ SNART_DATABASE_URL_FILE: "/run/db" }, { "/run/db": "postgres://u:p@h/d\n" }),
    );
    expect(config.databaseUrl).toBe("postgres://u:p@h/d");
  });
  it.each([
    ["https://Cal.Example.org/", "https://cal.example.org"],
    ["https://example.org/kalender/", "https://example.org/kalender"],
    ["http://example.org:8080/a/b-c.d", "http://example.org:8080/a/b-c.d"],
  ])("keeps of the public address %s what stands before every link", (given, publicUrl) => {
    expect(configOf(load({ SNART_PUBLIC_URL: given })).publicUrl).toBe(publicUrl);
  });
  it.each([
    "https://a.example/?x",
    "https://a.example/#x",
    "https://u:p@a.example/",
    "ftp://a.example",
    "https://a.example/å",
    "https://a.example/a b",
    "https://a.example//x",
    `https://a.example/${"x".repeat(100)}`,
    "https://a.example/DAV/x",
    "https://a.example/.well-known",
  ])("refuses %s as a public address", (given) => {
    expect(problemsOf(load({ SNART_PUBLIC_URL: given }))).toHaveLength(1);
  });
});

describe("problems", () => {
  it("names all of them, one sentence each", () => {
    const problems = problemsOf(
      load({ SNART_PORT: "eighty", SNART_PUBLIC_URL: "example.org", SNART_LOG_LEVEL: "loud" }),
    );
    expect(problems).toEqual([
      'SNART_PORT must be a whole number from 0 to 65535, not "eighty".',
      'SNART_PUBLIC_URL must be an address like https://calendar.example.org or https://example.org/calendar, with nothing after it, not "example.org".',
      'SNART_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ]);
  });
  it("never repeats a secret", () => {
    const [problem, ...others] = problemsOf(load({ SNART_DATABASE_URL: "mysql://root:hunter2@h/d" }));
    expect(problem).toMatch(/^SNART_DATABASE_URL must be an address like postgres:/);
    expect(problem).not.toContain("hunter2");
    expect(others).toEqual([]);
  });
  it("suggests the option that was probably meant", () => {
    expect(problemsOf(load({ SNART_PUBLC_URL: "https://a.example" }))).toEqual([
      "SNART_PUBLC_URL is not an option of Snart; perhaps SNART_PUBLIC_URL was meant.",
    ]);
    expect(problemsOf(load({ SNART_XYZZY_FROBNICATE: "1" }))).toEqual([
      "SNART_XYZZY_FROBNICATE is not an option of Snart.",
    ]);
    expect(problemsOf(load({}, { "/srv/snart/data/snart.conf": "SNART_PORTT=1" }))).toHaveLength(1);
  });
  it("ignores variables of the tests and the development server", () => {
    expect(problemsOf(load({ SNART_TEST_DATABASE_URL: "x", SNART_DEV_SERVER: "y" }))).toEqual([]);
  });
  it("names a file that can't be read and a line that can't be parsed", () => {
    expect(problemsOf(load({ SNART_CONFIG: "/nowhere" }))).toEqual([
      "SNART_CONFIG names /nowhere, which cannot be read (ENOENT).",
    ]);
    expect(problemsOf(load({}, { "/srv/snart/data/snart.conf": "listen 80" }))).toEqual([
      "/srv/snart/data/snart.conf line 1 must be NAME=VALUE or start with #.",
    ]);
  });
  it("checks combinations of options", () => {
    expect(problemsOf(load({ SNART_LIMIT_OBJECT_SIZE: "5000", SNART_LIMIT_REQUEST_SIZE: "4000" }))).toEqual([
      "SNART_LIMIT_OBJECT_SIZE (5000) must not be larger than SNART_LIMIT_REQUEST_SIZE (4000).",
    ]);
    expect(problemsOf(load({ SNART_TRUSTED_PROXIES: "10.0.0.0/8" }))).toHaveLength(1);
    const [header, proxies] = [
      { SNART_SIGN_IN_HEADER: "Remote-User" },
      { SNART_SIGN_IN_PROXIES: "10.0.0.9" },
    ];
    expect([header, proxies, { ...header, ...proxies }].map((env) => problemsOf(load(env)).length)).toEqual([
      1, 1, 0,
    ]);
    for (const everybody of ["0.0.0.0/0", "::/0", "10.0.0.9, ::/0"])
      expect(problemsOf(load({ ...header, SNART_SIGN_IN_PROXIES: everybody }))).toHaveLength(1);
  });
  it.each([
    "Cookie",
    "X-Forwarded-For",
    "Authorization",
    "Sec-Fetch-Site",
    "Remote User",
    "Remote:User",
    "é",
  ])("refuses %s as the header that signs in", (header) => {
    expect(problemsOf(load({ SNART_SIGN_IN_HEADER: header, SNART_SIGN_IN_PROXIES: "10.0.0.9" }))).not.toEqual(
      [],
    );
  });
  it.each(["10.0.0.0/33", "proxy", "::1/129", "1.2.3.4/8/9", "10.0.0.0/-1"])(
    "refuses %s as a network",
    (network) => {
      expect(
        problemsOf(load({ SNART_TRUSTED_PROXIES: network, SNART_PUBLIC_URL: "https://a.example" })),
      ).toHaveLength(1);
    },
  );
  it.each(["-1", "1e3", "0x10", "65536", "8080 8081", "٣"])("refuses %s as a port", (port) => {
    expect(problemsOf(load({ SNART_PORT: port }))).toHaveLength(1);
  });
});

describe("the configuration file", () => {
  const sourceOf = (loaded: ReturnType<typeof load>) => (loaded.ok ? loaded.file : undefined);
  const warningsOf = (loaded: ReturnType<typeof load>) => (loaded.ok ? loaded.warnings : []);

  it("is snart.conf in the data folder, wherever that is", () => {
    const files = { "/var/snart/snart.conf": "SNART_PORT=1111" };
    const loaded = load({ SNART_DATA: "/var/snart" }, files);
    expect(configOf(loaded).port).toBe(1111);
    expect(sourceOf(loaded)).toEqual({ path: "/var/snart/snart.conf", isThere: true });
    expect(warningsOf(loaded)).toEqual([]);
    expect(sourceOf(load({}))).toEqual({ path: "/srv/snart/data/snart.conf", isThere: false });
  });
  it("is the one that SNART_CONFIG names, which may say where the data is", () => {
    const loaded = load({ SNART_CONFIG: "my.conf" }, { "/srv/snart/my.conf": "SNART_DATA=/var/snart" });
    expect(configOf(loaded).data).toBe("/var/snart");
    expect(sourceOf(loaded)).toEqual({ path: "/srv/snart/my.conf", isThere: true });
  });
  it("is warned about where it is not read, in the working directory", () => {
    const loaded = load({}, { "/srv/snart/snart.conf": "SNART_PORT=1111" });
    expect(configOf(loaded).port).toBe(8080);
    expect(warningsOf(loaded)).toEqual([
      "/srv/snart/snart.conf is not read; options are read from /srv/snart/data/snart.conf. Move it there, or set SNART_CONFIG.",
    ]);
    expect(warningsOf(load({ SNART_DATA: "." }, { "/srv/snart/snart.conf": "" })), "it is there").toEqual([]);
  });
  it("may not send its reader to another data folder", () => {
    const files = { "/srv/snart/data/snart.conf": "SNART_DATA=/elsewhere" };
    expect(problemsOf(load({}, files))).toHaveLength(1);
    expect(problemsOf(load({}, { "/srv/snart/data/snart.conf": "SNART_DATA=./data" }))).toEqual([]);
  });
});

describe("the dump", () => {
  it("shows what is in effect and masks secrets", () => {
    const config = configOf(load({ SNART_DATABASE_URL: "postgres://u:hunter2@h/d", SNART_PORT: "81" }));
    const lines = dumpConfig(config, DEFAULT_LIMITS);
    expect(lines).toContain("SNART_PORT=81");
    expect(lines).toContain("SNART_DATABASE_URL=****");
    expect(lines).toContain("SNART_LIMIT_OBJECT_SIZE=1048576");
    expect(lines.join("\n")).not.toContain("hunter2");
    expect(lines).toHaveLength(allOptions(DEFAULT_LIMITS).length);
  });
  it("shows a secret that is not set as empty", () => {
    expect(dumpConfig(configOf(load({})), DEFAULT_LIMITS)).toContain("SNART_DATABASE_URL=");
  });
});
