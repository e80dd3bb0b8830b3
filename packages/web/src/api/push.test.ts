import { failed, ok } from "@snart/calendar/result.ts";
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { jmap } from "./jmap-client.ts";
import { listen } from "./push.ts";

/** Records the page's connection, and sends it events. */
class FakeSource extends EventTarget {
  static readonly OPEN = 1;
  static readonly all: FakeSource[] = [];
  readonly url: string;
  readyState = 0;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  say(data: object): void {
    this.dispatchEvent(new MessageEvent("state", { data: JSON.stringify(data) }));
  }
  close(): void {
    this.readyState = 2;
  }
}
const connected = (): FakeSource[] => FakeSource.all.filter(({ readyState }) => readyState !== 2);

const session = {
  accounts: [],
  primaryAccountId: "A",
  eventSourceUrl: "/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}",
};
const network = new EventTarget();
let asked: MockInstance<typeof jmap.session>;
beforeEach(() => {
  FakeSource.all.length = 0;
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
  vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
  asked = vi.spyOn(jmap, "session").mockImplementation(async () => ok(session as never));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("asks for the present states first, says that it is open, and passes on what changes", async () => {
  const [onChange, onStatus] = [vi.fn(), vi.fn()];
  const end = listen("*", { onChange, onStatus, onSignedOut: vi.fn() });
  await vi.waitFor(() => expect(connected()).toHaveLength(1));
  const [source] = connected();
  expect(source?.url).toBe("/jmap/eventsource/?types=*&closeafter=no&ping=30&lasteventid=none");
  expect(onStatus).not.toHaveBeenCalled();
  source?.open();
  expect(onStatus.mock.calls).toEqual([[true]]);
  source?.say({ "@type": "StateChange", changed: { A: { Calendar: "1" } } });
  expect(onChange.mock.calls).toEqual([[{ A: { Calendar: "1" } }]]);
  end();
  expect(connected()).toEqual([]);
});

it("says that it is open when the network comes back before the connection was missed", async () => {
  const onStatus = vi.fn();
  const end = listen("*", { onChange: vi.fn(), onStatus, onSignedOut: vi.fn() });
  await vi.waitFor(() => expect(connected()).toHaveLength(1));
  connected()[0]?.open();
  network.dispatchEvent(new Event("online"));
  expect(onStatus.mock.calls).toEqual([[true], [true]]);
  expect(FakeSource.all).toHaveLength(1);
  end();
});

it("says that the session has ended where the connection is refused for that, and tries no more", async () => {
  vi.useFakeTimers();
  const onSignedOut = vi.fn();
  const end = listen("*", { onChange: vi.fn(), onStatus: vi.fn(), onSignedOut });
  await vi.advanceTimersByTimeAsync(0);
  asked.mockImplementation(async (fresh) => (fresh ? failed({ kind: "signedOut" }) : ok(session as never)));
  FakeSource.all[0]?.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(onSignedOut).toHaveBeenCalledTimes(1);
  expect(FakeSource.all).toHaveLength(1);
  end();
  vi.useRealTimers();
});

it("is connected once when the network comes back while it is still finding out where to", async () => {
  const held: (() => void)[] = [];
  asked.mockImplementation(async () => {
    await new Promise<void>((resolve) => held.push(resolve));
    return ok(session as never);
  });
  const end = listen("*", { onChange: vi.fn(), onStatus: vi.fn(), onSignedOut: vi.fn() });
  network.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(held).toHaveLength(2));
  for (const release of held) release();
  await vi.waitFor(() => expect(connected()).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(connected()).toHaveLength(1);
  end();
  expect(connected()).toEqual([]);
});

it("is not connected any more when it ended before it was", async () => {
  const end = listen("*", { onChange: vi.fn(), onStatus: vi.fn(), onSignedOut: vi.fn() });
  end();
  await new Promise((resolve) => setTimeout(resolve));
  expect(FakeSource.all).toEqual([]);
});

it("says that something may have changed unannounced when the session has", async () => {
  const [onChange, onStatus] = [vi.fn(), vi.fn()];
  const end = listen("*", { onChange, onStatus, onSignedOut: vi.fn() });
  await vi.waitFor(() => expect(connected()).toHaveLength(1));
  const [source] = connected();
  source?.open();
  source?.dispatchEvent(new MessageEvent("session", { data: '{"@type":"SessionChange"}' }));
  expect(onStatus.mock.calls).toEqual([[true], [true]]);
  expect(onChange).not.toHaveBeenCalled();
  end();
});
