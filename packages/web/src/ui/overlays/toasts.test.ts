import { afterEach, expect, it, vi } from "vitest";
import { addToast, closeToast, forgetLast, runToast, takeBackLast } from "./toasts.ts";

afterEach(forgetLast);
const takingBack = (run: () => void) => ({
  message: "Left",
  action: { label: "Undo", takesBack: true, run },
});

it("an offered undo works once, also after the toast has gone", () => {
  const run = vi.fn();
  closeToast(addToast(takingBack(run)));
  expect(run).not.toHaveBeenCalled();
  expect(takeBackLast()).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
  expect(takeBackLast()).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
});

it("an undo by the toast's button is not repeated by the keys", () => {
  const run = vi.fn();
  const toast = takingBack(run);
  runToast({ ...toast, id: addToast(toast) });
  expect(takeBackLast()).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
});

it("the newest toast counts: a message without an offer changes nothing, and the calendar's own undo is left alone", () => {
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

it("leaving the page ends its undo", () => {
  const run = vi.fn();
  addToast(takingBack(run));
  forgetLast();
  expect(takeBackLast()).toBe(false);
  expect(run).not.toHaveBeenCalled();
});
