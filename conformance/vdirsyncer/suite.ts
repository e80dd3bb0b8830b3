import { readFile, writeFile } from "node:fs/promises";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { PlainClient, eventText } from "../dav.ts";
import { Replica } from "./replica.ts";

const CALENDAR = "calendar";

/** vdirsyncer synchronises folders and an account, both ways (https://vdirsyncer.pimutils.org). */
export async function vdirsyncer(url: string): Promise<readonly CheckResult[]> {
  const checks = new Checks("vdirsyncer");
  await twoWays(checks, url);
  await conflicts(checks, url);
  await twoReplicas(checks, url);
  await manyEvents(checks, url);
  return checks.results;
}

async function twoWays(checks: Checks, url: string): Promise<void> {
  const server = new PlainClient(url, "user01");
  const replica = await Replica.open(url, "user01");
  await checks.check("finds the calendars from the server's address alone", async () => {
    await replica.discoverAndSync();
    expectEqual(await replica.collections(), ["calendar", "tasks"], "collections");
  });
  await checks.check("makes a calendar that only the folder has", async () => {
    await replica.makeCollection("projekt");
    await replica.discoverAndSync();
    expectEqual([...(await server.list("projekt")).keys()], [], "objects in the new calendar");
  });
  await checks.check("brings what is made on the server, to the letter", async () => {
    const text = eventText("from-server", "Fika på Söder 🎂", 'X-UNKNOWN;X-P="a,b":kept\\, as it is');
    await server.put(`${CALENDAR}/from%20server@1.ics`, text);
    await replica.mustRun("sync");
    expectEqual(await replica.textOf(CALENDAR, "from-server"), text, "text");
  });
  await checks.check("takes what is made in the folder, to the letter", async () => {
    const text = eventText(
      "from-folder",
      "Möte",
      "DTSTART;TZID=Europe/Stockholm:20061124T090000",
      "RRULE:FREQ=WEEKLY",
    );
    await replica.write(CALENDAR, "from-folder.ics", text);
    await replica.mustRun("sync");
    // If a client names a zone without defining it, the server adds the definition for clients that don't know the
    // name (RFC 7809).
    const bare = (given: string): string => given.replace(/BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\n/, "");
    expectThat((await server.texts(CALENDAR)).map(bare).includes(text), "the text is not on the server");
    await replica.mustRun("sync");
    const settled = await server.texts(CALENDAR);
    await replica.mustRun("sync");
    expectEqual(await server.texts(CALENDAR), settled, "texts on the server once both sides are the same");
    expectEqual(bare((await replica.textOf(CALENDAR, "from-folder")) ?? ""), text, "text in the folder");
  });
  await checks.check("brings an edit on the server", async () => {
    const text = eventText("from-server", "Fika inställd");
    await server.put(`${CALENDAR}/from%20server@1.ics`, text);
    await replica.mustRun("sync");
    expectEqual(await replica.textOf(CALENDAR, "from-server"), text, "text");
  });
  await checks.check("takes an edit in the folder, and touches nothing else", async () => {
    const before = await server.list(CALENDAR);
    const text = eventText("from-folder", "Möte, flyttat");
    await replica.write(CALENDAR, "from-folder.ics", text);
    await replica.mustRun("sync");
    const after = await server.list(CALENDAR);
    expectEqual([...after.keys()], [...before.keys()], "objects");
    expectEqual(
      [...after].filter(([name, etag]) => before.get(name) !== etag).length,
      1,
      "objects with another tag",
    );
    expectThat((await server.texts(CALENDAR)).includes(text), "the text is not on the server");
  });
  await checks.check("has nothing to do when nothing has changed", async () => {
    const before = await server.list(CALENDAR);
    const said = await replica.mustRun("sync");
    expectThat(!/Copying|Deleting|uploading/i.test(said), said);
    expectEqual([...(await server.list(CALENDAR))], [...before], "entity tags");
  });
  await checks.check("brings and takes deletions", async () => {
    await server.delete(`${CALENDAR}/from%20server@1.ics`);
    await replica.remove(CALENDAR, "from-folder.ics");
    await replica.write(CALENDAR, "stays.ics", eventText("stays", "Stays"));
    await replica.mustRun("sync");
    expectEqual((await server.list(CALENDAR)).size, 1, "objects on the server");
    expectEqual((await replica.names(CALENDAR)).length, 1, "files");
  });
  await checks.check("keeps name and colour in step, both ways", async () => {
    await replica.mustRun("metasync");
    expectEqual((await readFile(replica.path(CALENDAR, "displayname"), "utf8")).trim(), "User", "name");
    await writeFile(replica.path(CALENDAR, "displayname"), "Ny");
    await writeFile(replica.path(CALENDAR, "color"), "#ff2968");
    await replica.mustRun("metasync");
    const again = await replica.mustRun("metasync");
    expectEqual((await readFile(replica.path(CALENDAR, "displayname"), "utf8")).trim(), "Ny", "name");
    expectEqual(
      (await readFile(replica.path(CALENDAR, "color"), "utf8")).trim().toLowerCase(),
      "#ff2968",
      "colour",
    );
    expectThat(!/error/i.test(again), again);
  });
  await replica.close();
}

async function conflicts(checks: Checks, url: string): Promise<void> {
  const server = new PlainClient(url, "user02");
  const [theirs, ours] = [eventText("c", "On the server"), eventText("c", "In the folder")];
  const changeBoth = async (replica: Replica): Promise<void> => {
    await server.put(`${CALENDAR}/c.ics`, eventText("c", "At first"));
    await replica.discoverAndSync();
    const [file = ""] = await replica.names(CALENDAR);
    await server.put(`${CALENDAR}/c.ics`, theirs);
    await replica.write(CALENDAR, file, ours);
  };
  await checks.check("tells of a conflict and loses neither side", async () => {
    const replica = await Replica.open(url, "user02");
    await changeBoth(replica);
    const result = await replica.run("sync");
    expectThat(result.code !== 0, "the conflict went unnoticed");
    expectEqual(
      [await server.get(`${CALENDAR}/c.ics`), await replica.textOf(CALENDAR, "c")],
      [theirs, ours],
      "texts",
    );
    await replica.close();
  });
  await checks.check("solves a conflict as it is told", async () => {
    const replica = await Replica.open(url, "user02", "a wins");
    await changeBoth(replica);
    await replica.mustRun("sync");
    expectEqual(await server.get(`${CALENDAR}/c.ics`), ours, "text on the server");
    await replica.close();
  });
}

async function twoReplicas(checks: Checks, url: string): Promise<void> {
  await checks.check("carries changes from one replica to another", async () => {
    const [one, two] = [await Replica.open(url, "user03"), await Replica.open(url, "user03")];
    await one.discoverAndSync();
    await two.discoverAndSync();
    await one.write(CALENDAR, "1.ics", eventText("1", "From one"));
    await two.write(CALENDAR, "2.ics", eventText("2", "From two"));
    for (const replica of [one, two, one]) await replica.mustRun("sync");
    expectEqual(await two.textOf(CALENDAR, "1"), eventText("1", "From one"), "text in two");
    expectEqual(await one.textOf(CALENDAR, "2"), eventText("2", "From two"), "text in one");
    await two.remove(CALENDAR, (await two.names(CALENDAR)).find((name) => !name.startsWith("2")) ?? "");
    for (const replica of [two, one]) await replica.mustRun("sync");
    expectEqual(
      [await one.textOf(CALENDAR, "1"), (await one.names(CALENDAR)).length],
      [undefined, 1],
      "what is left in one",
    );
    await one.close();
    await two.close();
  });
}

const MANY = 500;

async function manyEvents(checks: Checks, url: string): Promise<void> {
  await checks.check(`carries ${MANY} events up and down`, async () => {
    const [one, two] = [await Replica.open(url, "user04"), await Replica.open(url, "user04")];
    await one.discoverAndSync();
    for (let i = 0; i < MANY; i++) await one.write(CALENDAR, `${i}.ics`, eventText(`many-${i}`, `Nr ${i}`));
    await one.mustRun("sync");
    expectEqual((await new PlainClient(url, "user04").list(CALENDAR)).size, MANY, "objects on the server");
    await two.discoverAndSync();
    expectEqual((await two.names(CALENDAR)).length, MANY, "files in the other folder");
    await one.close();
    await two.close();
  });
}
