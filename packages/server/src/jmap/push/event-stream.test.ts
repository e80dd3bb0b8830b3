import { describe, expect, it } from "vitest";
import { EventStream, eventText } from "./event-stream.ts";

/** A stream whose only timer disconnects an idle client. */
function open() {
  const told = { room: 0, closed: 0 };
  const timers = new Map<() => void, number>();
  const schedule = (ms: number, run: () => void) => {
    timers.set(run, ms);
    return () => timers.delete(run);
  };
  const stream = new EventStream(
    schedule,
    () => void told.room++,
    () => void told.closed++,
  );
  const fill = () => {
    let written = 0;
    while (stream.write("x".repeat(1024))) written++;
    return written;
  };
  return { stream, told, timers, fill };
}

describe("an event stream", () => {
  it("holds no more than its buffer", () => {
    const { stream, fill } = open();
    expect(fill()).toBe(64);
    expect(stream.write("more")).toBe(false);
    expect(stream.isOpen).toBe(true);
  });

  it("disconnects a client that takes nothing for a minute", () => {
    const { stream, told, timers, fill } = open();
    fill();
    expect([...timers.values()]).toEqual([60_000]);
    for (const run of timers.keys()) run();
    expect(stream.isOpen).toBe(false);
    expect(told.closed).toBe(1);
  });

  it("asks for more, and restarts its timer, when the client takes something", async () => {
    const { stream, told, timers, fill } = open();
    const reader = stream.body.getReader();
    fill();
    const before = told.room;
    await reader.read();
    await reader.read();
    expect(told.room).toBeGreaterThan(before);
    expect(timers.size).toBe(0);
    expect(stream.write("more")).toBe(true);
  });

  it("delivers its buffer when it is closed, and reports its end once", async () => {
    const { stream, told } = open();
    stream.write("last");
    stream.close();
    stream.close();
    expect(stream.write("too late")).toBe(false);
    expect(await new Response(stream.body).text()).toBe("last");
    expect(told.closed).toBe(1);
  });

  it("writes an event on lines of its own", () => {
    expect(eventText("state", { text: "a\nb" }, "id1")).toBe(
      'event: state\ndata: {"text":"a\\nb"}\nid: id1\n\n',
    );
  });
});
