import { NodeClient, Scope, defaultStackParser, makeNodeTransport } from "@sentry/node";
import type { ErrorSample, ErrorServiceState, ErrorTrial } from "../../app/app.ts";
import type { ErrorReporter, ErrorReporterSettings, ReportedService } from "./error-reporter.ts";
import { HourlyLimit } from "./hourly-limit.ts";
import { pageEnvelope } from "./page-envelope.ts";
import { scrubEvent } from "./scrub-event.ts";

type Settings = ErrorReporterSettings & { readonly dsn: string };
type MakeTransport = typeof makeNodeTransport;
type Transport = ReturnType<MakeTransport>;
type Envelope = Parameters<Transport["send"]>[0];

/** Reports in an hour, of the server and of pages each: an error in a loop must not become a flood, and the first ones say what there is to say. */
const MOST_AN_HOUR = 60;

/**
 * Reports errors by the Sentry protocol. A client of our own instead of the SDK's `init`: nothing is patched, traced,
 * read from the environment or collected, and every event is rebuilt from a list of what may leave.
 */
export function openSentry(settings: Settings): ErrorReporter {
  const counts = { sent: 0, failed: 0, heldBack: 0, lastFailureAt: null as number | null };
  const now = settings.now ?? Date.now;
  const limit = new HourlyLimit(MOST_AN_HOUR);
  const ofPages = new HourlyLimit(MOST_AN_HOUR);
  const client = clientOf(settings, (options) => counting(makeNodeTransport(options), counts, now));
  return {
    report(error, place) {
      if (!limit.take(now())) return void counts.heldBack++;
      const scope = new Scope();
      scope.setTag("request_id", place.requestId);
      scope.setTag("route", place.route);
      client.captureException(error, undefined, scope);
    },
    close: async (timeoutMs) => {
      await client.close(timeoutMs);
    },
    service: {
      ...serviceOf(settings, client, () => ({ ...counts })),
      passOn(text) {
        const envelope = pageEnvelope(text);
        if (!envelope) return;
        if (!ofPages.take(now())) return void counts.heldBack++;
        void Promise.resolve(client.getTransport()?.send(envelope)).catch(() => undefined);
      },
    },
  };
}

function clientOf(settings: Settings, transport: MakeTransport, at?: number): NodeClient {
  const client = new NodeClient({
    dsn: settings.dsn,
    release: `snart@${settings.release}`,
    environment: "production",
    transport,
    stackParser: defaultStackParser,
    integrations: [],
    includeServerName: false,
    enableRuntimeChannelInjection: false,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    beforeSend: (event) => {
      const scrubbed = scrubEvent(event, settings.root);
      return at === undefined ? scrubbed : { ...scrubbed, timestamp: at / 1000 };
    },
  });
  client.init();
  return client;
}

/** The same transport; what becomes of each report is counted. */
function counting(
  transport: Transport,
  counts: { sent: number; failed: number; heldBack: number; lastFailureAt: number | null },
  now: () => number,
): Transport {
  const failed = (): void => {
    counts.failed++;
    counts.lastFailureAt = now();
  };
  return {
    flush: (timeout) => transport.flush(timeout),
    async send(envelope) {
      try {
        const answer = await transport.send(envelope);
        const { statusCode } = answer;
        // The service has asked for a pause, which the SDK keeps.
        if (statusCode === undefined) counts.heldBack++;
        else if (statusCode < 300) counts.sent++;
        else failed();
        return answer;
      } catch (error) {
        failed();
        throw error;
      }
    },
  };
}

function serviceOf(
  settings: Settings,
  client: NodeClient,
  state: () => ErrorServiceState,
): Omit<ReportedService, "passOn"> {
  return {
    host: new URL(settings.dsn).host,
    state,
    sample: async (sample) => serialized(await sampleEnvelope(settings, sample)),
    async trySample(sample) {
      const envelope = await sampleEnvelope(settings, sample);
      const sent = await Promise.resolve(client.getTransport()?.send(envelope)).catch(() => null);
      const status = sent?.statusCode ?? null;
      const outcome: ErrorTrial["outcome"] =
        status === null ? "unreachable" : status < 300 ? "taken" : "refused";
      return { outcome, status, payload: serialized(envelope) };
    },
  };
}

/** What an error becomes that nobody's calendar has caused; the same for the same id and time. */
async function sampleEnvelope(settings: Settings, { id, at }: ErrorSample): Promise<Envelope> {
  let caught: Envelope | undefined;
  const catching: Transport = {
    send: async (envelope) => {
      caught = envelope;
      return {};
    },
    flush: async () => true,
  };
  const client = clientOf(settings, () => catching, at);
  const scope = new Scope();
  scope.setTag("request_id", "test");
  scope.setTag("route", "test");
  client.captureException(sampleError(), { event_id: id }, scope);
  await client.close(1_000);
  if (!caught) throw new Error("the sample was not made");
  const [headers, items] = caught;
  return [{ ...headers, sent_at: new Date(at).toISOString() }, items] as Envelope;
}

/** One frame alone: the way here is another one each time. */
function sampleError(): Error {
  const former = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  const error = new TypeError("snart.test is not a function");
  Error.stackTraceLimit = former;
  return error;
}

/** An envelope as it is written: a line of JSON for its headers, and two for each of its items (develop.sentry.dev, "Envelopes"). */
function serialized([headers, items]: Envelope): string {
  const lines = [headers, ...items.flatMap(([itemHeaders, body]) => [itemHeaders, body])];
  return lines.map((part) => JSON.stringify(part)).join("\n");
}
