import type { HealthCheck } from "@snart/calendar/jmap/health.ts";
import type { HealthFacts, ProcessFacts } from "./health-facts.ts";
import { check, THRESHOLDS } from "./health-check.ts";

/** Judges how a process is reached and what it is; of one that serves nobody there is nothing to say. */
export function judgeProcess({
  now,
  process,
  untrustedProxy,
}: HealthFacts): readonly (HealthCheck | undefined)[] {
  const proxy =
    untrustedProxy === null
      ? undefined
      : check("proxy", "soon", "untrusted", { figures: { address: untrustedProxy } });
  if (!process) return [proxy];
  const { version, node, startedAt, eventSources } = process;
  const started = startedAt === undefined ? {} : { moment: ["started", startedAt] as const };
  return [
    addressCheck(process),
    certificateCheck(process, now),
    proxy,
    eventSources === undefined
      ? undefined
      : check("listeners", "well", "ok", { figures: { count: eventSources } }),
    check("version", "well", "ok", { figures: { version, node }, ...started }),
  ];
}

function addressCheck({ publicUrl }: ProcessFacts): HealthCheck {
  if (publicUrl === null) return check("address", "off", "off");
  const figures = { address: publicUrl };
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || isAtHome(hostname)
    ? check("address", "well", "ok", { figures })
    : check("address", "soon", "open", { figures });
}

/** An address that only this machine or its own network knows, where passwords do not cross the internet. */
const isAtHome = (host: string): boolean => HOME.some((pattern) => pattern.test(host));
const HOME = [
  /^(?:127|10)(?:\.\d+){3}$/,
  /^192\.168(?:\.\d+){2}$/,
  /^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/,
  /^\[(?:::1|f[cd][\da-f:]+)\]$/,
  /^localhost$|\.(?:local|lan|internal|home\.arpa)$/,
];

function certificateCheck({ publicUrl, certificate }: ProcessFacts, now: number): HealthCheck | undefined {
  if (publicUrl?.startsWith("https:") !== true) return undefined;
  if (certificate === undefined) return check("certificate", "off", "unknown");
  const moment = ["until", certificate.endsAt] as const;
  const left = certificate.endsAt - now;
  if (left <= 0) return check("certificate", "bad", "ended", { moment });
  if (left < THRESHOLDS.certificate.soon) {
    const state = left < THRESHOLDS.certificate.bad ? "bad" : "soon";
    return check("certificate", state, "ending", { moment });
  }
  return certificate.isTrusted
    ? check("certificate", "well", "ok", { moment })
    : check("certificate", "soon", "untrusted", { moment });
}
