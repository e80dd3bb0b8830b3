import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FeedServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly requests: IncomingMessage[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Another server on this machine that answers as a test wants. */
export async function openFeedServer(answer: FeedServer["answer"]): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    feeds.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const feeds: FeedServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return feeds;
}

/** A feed of these events, each given as the lines between its BEGIN and END without the UID. */
export const feedOf = (
  events: Readonly<Record<string, readonly string[]>>,
  stamp = "20261101T120000Z",
): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//Club//EN",
    "X-WR-CALNAME:Matcher",
    ...Object.entries(events).flatMap(([uid, lines]) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `DTSTAMP:${stamp}`,
      ...lines,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
