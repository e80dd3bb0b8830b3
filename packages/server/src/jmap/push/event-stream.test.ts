import { describe, expect, it } from "vitest";
import { EventStream, eventText } from "./event-stream.ts";

/** A stream whose only timer disconnects an idle client, and a client that takes 64 pieces at once. */
function open() {
  const told = { room: 0, closed: 0, ended: 0 };
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
  const got: string[] = [];
  const sink = { write: (text: string) => got.push(text) % 64 !== 0, end: () => void told.ended++ };
  const fill = () => {
    let written = 0;
    while (stream.write("x")) written++;
    return written;
  };
  return { stream, told, timers, fill, sink, got };
}

describe("an event stream", () => {
  it("writes nothing more while the client takes nothing", () => {
    const { stream, fill, sink, got } = open();
    stream.start(sink);
    expect(fill()).toBe(63);
    expect(stream.write("more")).toBe(false);
    expect(got).toHaveLength(64);
    expect(stream.isOpen).toBe(true);
  });

  it("disconnects a client that takes nothing for a minute", () => {
    const { stream, told, timers, fill, sink } = open();
    stream.start(sink);
    fill();
    expect([...timers.values()]).toEqual([60_000]);
    for (const run of timers.keys()) run();
    expect(stream.isOpen).toBe(false);
    expect(told).toMatchObject({ closed: 1, ended: 1 });
  });

  it("asks for more, and stops its timer, when the client takes something", () => {
    const { stream, told, timers, fill, sink } = open();
    stream.start(sink);
    fill();
    stream.hasRoomAgain();
    expect(told.room).toBe(1);
    expect(timers.size).toBe(0);
    expect(stream.write("more")).toBe(true);
  });

  it("delivers what was written before its answer began, and reports its end once", () => {
    const { stream, told, sink, got } = open();
    stream.write("first ");
    stream.write("second");
    stream.close();
    stream.close();
    expect(stream.write("too late")).toBe(false);
    stream.start(sink);
    expect(got).toEqual(["first second"]);
    expect(told).toEqual({ room: 0, closed: 1, ended: 1 });
  });

  it("reports once that its reader is gone, and takes nothing any more", () => {
    const { stream, told, sink } = open();
    stream.start(sink);
    stream.readerIsGone();
    stream.readerIsGone();
    expect(stream.write("too late")).toBe(false);
    expect(told.closed).toBe(1);
  });

  it("writes an event on lines of its own", () => {
    expect(eventText("state", { text: "a\nb" }, "id1")).toBe(
      'event: state\ndata: {"text":"a\\nb"}\nid: id1\n\n',
    );
  });
});
