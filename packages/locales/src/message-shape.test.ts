import { describe, expect, it } from "vitest";
import { messageShape, messageWords } from "./message-shape.ts";

describe("the shape of a message", () => {
  it("consists of its arguments and the cases they choose between, in no order", () => {
    expect(messageShape("{b} and {a}, {a}")).toEqual(["a", "b"]);
    expect(messageShape("{n, plural, one {# by {who}} other {#}}")).toEqual(["n, plural", "who"]);
    expect(messageShape("{k, select, y {1} x {2} other {3}}")).toEqual(
      messageShape("{k, select, x {a} other {b} y {c}}"),
    );
    expect(messageShape("{k, select, x {a} other {b}}")).not.toEqual(
      messageShape("{k, select, y {a} other {b}}"),
    );
  });

  it("ignores how each language counts", () => {
    const two = messageShape("{n, plural, one {a} other {b}}");
    expect(messageShape("{n, plural, =0 {a} other {b}}")).toEqual(two);
    expect(messageShape("{n}")).not.toEqual(two);
    expect(messageShape("{n, selectordinal, one {#st} other {#th}}")).toEqual(messageShape("{n}"));
  });

  it("refuses broken syntax", () => {
    expect(() => messageShape("{n, plural, one {a}")).toThrow();
    expect(() => messageShape("{n")).toThrow();
  });
});

describe("the words of a message", () => {
  it("come without the syntax, with a 0 for each argument", () => {
    expect(messageWords("Hello {name}")).toBe("Hello 0");
    expect(messageWords("{n, plural, one {# day} other {# days}} left")).toBe("0 day\n0 days left");
  });
});
