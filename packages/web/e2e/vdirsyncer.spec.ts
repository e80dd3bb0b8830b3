import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";

test("an event made in the web app lands in vdirsyncer’s folder", async ({ page, server, signIn }) => {
  await signIn(page);
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "New event in words" }).fill("Made in the browser");
  // It is seen at once, and is there for others when the server has heard it.
  const heard = page.waitForResponse((it) => it.request().postData()?.includes("CalendarEvent/set") === true);
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect(page.getByRole("main").getByText("Made in the browser").first()).toBeVisible();
  await heard;

  const folder = mkdtempSync(join(tmpdir(), "snart-vdirsyncer-"));
  try {
    mkdirSync(join(folder, "status"));
    writeFileSync(join(folder, "config"), configuration(folder, server.url, server.password));
    const vdirsyncer = (...args: string[]): void => {
      const env = { ...process.env, PATH: `/usr/bin:/bin:${process.env["PATH"]}`, HOME: folder };
      execFileSync("vdirsyncer", ["-c", join(folder, "config"), ...args], {
        env,
        input: "y\n".repeat(20),
        stdio: ["pipe", "pipe", "pipe"],
      });
    };
    vdirsyncer("discover", "snart");
    vdirsyncer("sync");
    const texts = readdirSync(join(folder, "calendars"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith(".ics"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.filter((text) => text.includes("SUMMARY:Made in the browser"))).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const configuration = (folder: string, url: string, password: string): string => `
[general]
status_path = "${folder}/status"
[pair snart]
a = "here"
b = "there"
collections = ["from b"]
[storage here]
type = "filesystem"
path = "${folder}/calendars"
fileext = ".ics"
[storage there]
type = "caldav"
url = "${url}/dav/"
username = "elin"
password = "${password}"
`;
