import { describe, expect, it } from "vitest";
import { deviceProgram } from "./device-name.ts";

describe("the name of a device that used an app password", () => {
  it.each([
    ["DAVx5/4.4.2-ose (2026/01/10; dav4jvm; okhttp/4.12) Android/14", "phone", "Android, DAVx⁵"],
    ["iOS/18.1 (22B83) dataaccessd/1.0", "phone", "iOS"],
    ["macOS/15.1 (24B83) CalendarAgent/1141", "computer", "macOS"],
    [
      "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0",
      "computer",
      "Thunderbird",
    ],
    ["Evolution/3.54.1", "computer", "Evolution"],
    ["vdirsyncer/0.19.3", "program", "vdirsyncer"],
    ["khal-sync 1.0", "program", "khal-sync 1.0"],
    ["SomethingNew/2 (beta)", "program", "SomethingNew"],
    ["", "program", ""],
  ])("%s", (userAgent, kind, name) => {
    expect(deviceProgram(userAgent)).toEqual({ kind, name });
  });

  it("stays short however long a client's own name is", () => {
    expect(deviceProgram("x".repeat(100_000)).name).toHaveLength(60);
  });
});
