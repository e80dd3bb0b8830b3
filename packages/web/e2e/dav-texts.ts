import { expect, type RunningServer } from "./fixtures.ts";

/** A person's calendars as a calendar app sees them. */
export function davOf(server: RunningServer, address: string) {
  const home = `/dav/calendars/${address.split("@")[0] ?? ""}/`;
  const authorization = `Basic ${Buffer.from(`${address}:${server.password}`).toString("base64")}`;
  const ask = async (method: string, path: string): Promise<string> => {
    const headers = { authorization, ...(method === "PROPFIND" && { depth: "1" }) };
    const answer = await fetch(server.url + path, { method, headers });
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.text();
  };
  const hrefs = async (path: string, form: RegExp): Promise<readonly string[]> =>
    [...(await ask("PROPFIND", path)).matchAll(form)].map(([, href = ""]) => href);
  /** What is in a calendar, unfolded. */
  const textsIn = async (calendar: string): Promise<readonly string[]> => {
    const paths = await hrefs(home + calendar, /href>([^<]+\.ics)</g);
    return Promise.all(paths.map(async (path) => (await ask("GET", path)).replaceAll("\r\n ", "")));
  };
  const texts = async (): Promise<readonly string[]> => {
    const calendars = await hrefs(home, /href>\/dav\/calendars\/[^/<]+\/([^/<]+\/)</g);
    const own = calendars.filter((path) => !/^(?:inbox|outbox|notification)/.test(path));
    return (await Promise.all(own.map(textsIn))).flat();
  };
  return { home, ask, textsIn, texts };
}
