import type { ErrorService, ErrorServiceState } from "../../app/app.ts";
import type { ErrorPlace } from "../guards.ts";
import type { ErrorReporter, ErrorReporterSettings } from "./error-reporter.ts";
import { openErrorReporter } from "./open-error-reporter.ts";

interface SwitchingSettings extends Omit<ErrorReporterSettings, "dsn"> {
  /** What the configuration says, which wins; null: it says nothing. */
  readonly configured: string | null;
  readonly isAddress: (text: string) => boolean;
}

const NOTHING: ErrorServiceState = { sent: 0, failed: 0, heldBack: 0, lastFailureAt: null };
/** For what waits to be sent to a service that was just left. */
const PARTING_MS = 2_000;

/** Reports errors to the service of the configuration, or else to the one that administrators choose, while the server runs. */
export class SwitchingReporter {
  readonly #settings: SwitchingSettings;
  #stored: () => Promise<string | null> = async () => null;
  #dsn: string | null = null;
  #reporter: ErrorReporter | undefined;
  #switching: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** For administrators and pages: whatever service there is at the moment. */
  readonly service: ErrorService;

  constructor(settings: SwitchingSettings) {
    this.#settings = settings;
    this.service = this.#present();
  }

  /**
   * Begins to report.
   * @param stored what administrators have chosen; null: nothing
   * @param everyMs how often it is read again, as other processes and the command line change it; 0: never
   */
  async begin(stored: () => Promise<string | null>, everyMs: number): Promise<void> {
    this.#stored = stored;
    await this.#follow();
    if (everyMs === 0 || this.#settings.configured !== null) return;
    this.#timer = setInterval(() => void this.#follow(), everyMs).unref();
  }

  report(error: unknown, place: ErrorPlace): void {
    this.#reporter?.report(error, place);
  }

  async close(timeoutMs: number): Promise<void> {
    clearInterval(this.#timer);
    await this.#switching;
    await this.#reporter?.close(timeoutMs);
  }

  #present(): ErrorService {
    const present = () => this.#reporter?.service;
    const { configured, isAddress } = this.#settings;
    return {
      get host() {
        return present()?.host ?? null;
      },
      isConfigured: configured !== null,
      isAddress,
      follow: () => this.#follow(),
      state: () => present()?.state() ?? NOTHING,
      sample: async (sample) => (await present()?.sample(sample)) ?? null,
      trySample: async (sample) => (await present()?.trySample(sample)) ?? null,
      passOn: (envelope) => present()?.passOn(envelope),
    };
  }

  /** One change after the other: the last one that was stored is in force in the end. */
  #follow(): Promise<void> {
    this.#switching = this.#switching.then(async () => {
      const { configured } = this.#settings;
      // While the database is away everything stays as it is.
      const dsn = configured ?? (await this.#stored().catch(() => this.#dsn));
      if (dsn === this.#dsn) return;
      const former = this.#reporter;
      this.#reporter = dsn === null ? undefined : await openErrorReporter({ ...this.#settings, dsn });
      this.#dsn = dsn;
      void former?.close(PARTING_MS);
    });
    return this.#switching;
  }
}
