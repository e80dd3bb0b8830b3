import * as sentry from "@sentry/react";
import { describe, expect, it } from "vitest";
import { report, reportingOptions } from "./reporter.ts";
import { reportError } from "./start-error-reporting.ts";

/** Records what would be sent. */
function reporterIntoList() {
  const sent: string[] = [];
  const transport = () => ({
    send: async (envelope: unknown) => {
      sent.push(JSON.stringify(envelope));
      return {};
    },
    flush: async () => true,
  });
  sentry.init({ ...reportingOptions("0.1.0"), transport });
  return sent;
}

describe("error reporting", () => {
  it("sends the error and nothing about the person", async () => {
    const sent = reporterIntoList();
    sentry.setUser({ email: "elin@tallkotten.example", username: "Elin Sand" });
    sentry.setTag("login", "elin-login");
    sentry.setContext("event", { title: "Tandläkare Viggo" });
    sentry.addBreadcrumb({ message: "opened Tandläkare Viggo" });
    report(new TypeError(`cannot move "Tandläkare Viggo" of elin@tallkotten.example`));
    await sentry.flush(1000);
    expect(sent).toHaveLength(1);
    const [envelope = ""] = sent;
    expect(envelope).toContain("TypeError");
    expect(envelope).toContain("[kept in the browser]");
    expect(envelope).toContain("snart@0.1.0");
    for (const secret of ["elin@", "Elin Sand", "elin-login", "Viggo", "breadcrumbs", "ip_address"])
      expect(envelope).not.toContain(secret);
    expect(envelope).toContain('"infer_ip":"never"');
    await sentry.close();
  });

  it("does nothing without a receiver", () => {
    expect(() => reportError(new Error("x"))).not.toThrow();
  });
});
