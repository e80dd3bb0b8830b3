import { afterEach, expect, it, vi } from "vitest";
import { addToast, closeToast, forgetLast, runToast, takeBackLast } from "./toasts.ts";

afterEach(forgetLast);
const takingBack = (run: () => void) => ({
  message: "Left",
  action: { label: "Undo", takesBack: true, run },
});

it("what a toast offered to take back is taken back once, also when the toast has gone", () => {
  const run = vi.fn();
  closeToast(addToast(takingBack(run)));
  expect(run).not.toHaveBeenCalled();
  expect(takeBackLast()).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
  expect(takeBackLast()).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
});

it("what its button took back is not taken back again by the keys", () => {
  const run = vi.fn();
  const toast = takingBack(run);
  runToast({ ...toast, id: addToast(toast) });
  expect(takeBackLast()).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
});

it("the newest is meant: a message without an offer changes nothing, what the calendar remembers is left to it", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  addToast(takingBack(first));
  addToast(takingBack(second));
  addToast({ message: "Saved" });
  expect(takeBackLast()).toBe(true);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  addToast(takingBack(first));
  addToast({ message: "Moved", action: { label: "Undo", shortcut: "Ctrl Z", run: second } });
  expect(takeBackLast()).toBe(false);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

it("who has left the page takes nothing of it back unseen", () => {
  const run = vi.fn();
  addToast(takingBack(run));
  forgetLast();
  expect(takeBackLast()).toBe(false);
  expect(run).not.toHaveBeenCalled();
});
