import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Reads, Storage } from "../storage/port.ts";
import type { Turns } from "../turns/turns.ts";
import type { BackupService } from "../storage/port/backup-service.ts";
import type { FeedFetcher, OtherServers } from "./feed-fetcher.ts";
import type { Limits } from "./limits.ts";
import type { MailAdministration } from "./mail-administration.ts";
import type { OutsideGateway } from "./outside-gateway.ts";

export type { Turn } from "../turns/turns.ts";

/** The argument of every use case: storage and the few outside functions that it may call. */
export interface App {
  readonly storage: Storage;
  /**
   * What reads much and writes nothing is read here, if it is set: from a copy that follows, which has everything that was committed before
   * (`reportReads`).
   */
  readonly reports?: Reads;
  readonly limits: Limits;
  /** Shares the process among all who work on it (docs/architecture.md, decision 17). */
  readonly turns: Pick<Turns, "of" | "waitOf">;
  readonly now: () => Instant;
  /** A new UUIDv7: sorts by time of creation. */
  readonly newId: () => string;
  /** A new secret of `bytes` random bytes, base64url. */
  readonly newSecret: (bytes: number) => string;
  readonly passwords: PasswordHasher;
  readonly passkeys: PasskeyVerifier;
  readonly openid: OpenidGateway;
  /** Counts sign-ins by passkey or by a provider that one address begins. */
  readonly passkeyRequests: AttemptLimiter;
  /** Counts wrong secrets for one account from one address. */
  readonly attempts: AttemptLimiter;
  /** Counts wrong secrets for one account from all places where its owner has not been. */
  readonly accountAttempts: AttemptLimiter;
  /** Counts wrong secrets from one address, for whichever accounts. */
  readonly addressAttempts: AttemptLimiter;
  /** Resolves after a time; holds up guesses. */
  readonly pause: (ms: number) => Promise<void>;
  /** Called for every new wrong secret, for the server's log; neither account nor secret. */
  readonly onFailedSignIn?: (failure: { readonly address: string; readonly via: string }) => void;
  /** Counts answers by links without an account. */
  readonly guestAnswers: AttemptLimiter;
  /** Counts what is asked for at booking pages. */
  readonly pageRequests: AttemptLimiter;
  /** Counts forms that are filled in there. */
  readonly pageFills: AttemptLimiter;
  /** Counts wrong PINs of one household at one door. */
  readonly pinAttempts: AttemptLimiter;
  /** Counts wrong PINs and tags at one door, of whichever households. */
  readonly doorAttempts: AttemptLimiter;
  /** Counts requests for a new password without sign-in. */
  readonly resetRequests: AttemptLimiter;
  /** PRODID of what Snart itself writes (RFC 5545 §3.7.3). */
  readonly prodId: string;
  /** The proxy whose clients cannot be told apart, because it is not trusted; null or absent: none was seen. */
  readonly untrustedProxy?: () => string | null;
  /** Sends scheduling messages to people without an account; absent: they are not sent. */
  readonly outside?: OutsideGateway;
  /** The mail settings and state for administrators; absent: unknown. */
  readonly mailAdministration?: MailAdministration;
  /** Reports errors to a service, if one is chosen; absent: this process reports none. */
  readonly errorService?: ErrorService | undefined;
  /** Makes backups; absent: this server makes none. */
  readonly backups?: BackupService;
  /** What the serving process knows of itself; absent: it does not serve. */
  readonly process?: ServerProcess;
  /** Fetches the feeds of subscriptions; absent: subscriptions are not available. */
  readonly fetchFeed?: FeedFetcher;
  /** Reads calendars from other servers; absent: none are brought in from there. */
  readonly otherServers?: OtherServers;
  /** Called before the commit when the outbox gets a row, so that the sender need not wait. */
  readonly outboxFilled?: () => void;
}

/** What a process knows of itself, for those who look after it. */
export interface ServerProcess {
  readonly version: string;
  /** of the runtime */
  readonly node: string;
  /** undefined: it does not serve */
  readonly startedAt: Instant | undefined;
  /** The address that people reach the server by; null: none is set. */
  readonly publicUrl: string | null;
  /** Open event sources of this process; undefined: it has none. */
  readonly eventSources?: () => number;
  /** What the public address shows for its TLS; undefined: it could not be seen from here. Never throws. */
  readonly certificate?: () => Promise<Certificate | undefined>;
}

/** The service that errors are reported to, without anything about anybody; which one can change at any time. */
export interface ErrorService {
  /** Its host, with the port if it has one of its own; null: nothing is sent. */
  readonly host: string | null;
  /** Whether the configuration chooses it, so that nobody can in the app. */
  readonly isConfigured: boolean;
  /** Whether a text can be the address of such a service (a DSN). */
  isAddress(text: string): boolean;
  /** Goes by what is stored from now on. */
  follow(): Promise<void>;
  /** What became of the reports of this process to this service. */
  state(): ErrorServiceState;
  /** A test exactly as it would be sent: the same text for the same id and time; null: nothing is sent. */
  sample(sample: ErrorSample): Promise<string | null>;
  /** Sends just that. Never throws. Null: nothing is sent. */
  trySample(sample: ErrorSample): Promise<ErrorTrial | null>;
  /** Passes on what a page reports, an envelope of the Sentry protocol; anything else is dropped. Waits for nothing. */
  passOn(envelope: string): void;
}

export interface ErrorSample {
  /** 32 hexadecimal digits */
  readonly id: string;
  readonly at: Instant;
}

export interface ErrorServiceState {
  readonly sent: number;
  readonly failed: number;
  /** Too many in an hour, or the service has asked for a pause. */
  readonly heldBack: number;
  readonly lastFailureAt: Instant | null;
}

export interface ErrorTrial {
  readonly outcome: "taken" | "refused" | "unreachable";
  /** HTTP status; null: nobody answered. */
  readonly status: number | null;
  readonly payload: string;
}

/** The TLS certificate of an address. */
export interface Certificate {
  readonly endsAt: Instant;
  /** whether this machine trusts who issued it, for that name */
  readonly isTrusted: boolean;
}

/** What a signature of a passkey is checked against. */
export interface PasskeyExpectation {
  readonly challenge: string;
  /** The server's own address, as the browser has it. */
  readonly origin: string;
}

/** A passkey as it is stored. */
export interface StoredPasskey {
  /** Of its credential, base64url. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Checks what browsers answer for passkeys (WebAuthn §7); each asks that the device has recognised its user. */
export interface PasskeyVerifier {
  /** @returns the new passkey; undefined: it is not proved to be one */
  made(response: unknown, expected: PasskeyExpectation): Promise<StoredPasskey | undefined>;
  /** @returns the counter that it says; undefined: the signature is not of this passkey, or for something else */
  used(response: unknown, expected: PasskeyExpectation, passkey: StoredPasskey): Promise<number | undefined>;
}

/** An OpenID provider, and who this server is there. */
export interface ProviderAccess {
  readonly issuer: string;
  readonly clientId: string;
  /** null: the provider asks for none */
  readonly clientSecret: string | null;
}

/** What binds a provider's answer to the browser that asked. */
export interface ProviderQuestion {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Somebody whom a provider vouches for. Texts are as it says them: nobody has checked them. */
export interface ProvedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Its own session (`sid`). */
  readonly session: string | undefined;
  readonly email: string | undefined;
  /** undefined: it does not say */
  readonly isEmailProved: boolean | undefined;
  readonly name: string | undefined;
  /** undefined: it does not say here, because there are too many */
  readonly groups: readonly string[] | undefined;
  /** When it last asked them who they are; undefined: it does not say. */
  readonly authenticatedAt: Instant | undefined;
  readonly idToken: string;
}

/** Why there is no answer: the provider is away; it says no; its answer is not right. */
export type ProviderFailure = "unavailable" | "refused" | "wrong";

/** Asks OpenID providers who somebody is (OpenID Connect Core §3.1). */
export interface OpenidGateway {
  /**
   * Where the browser has to go.
   * @param asksAnew whether the provider must ask them even if they are signed in there
   */
  authorizationUrl(
    provider: ProviderAccess,
    question: ProviderQuestion & { readonly asksAnew: boolean },
  ): Promise<{ readonly url: string } | ProviderFailure>;
  /** @param search of the address to which the browser came back */
  identityOf(
    provider: ProviderAccess & { readonly groupsClaim: string },
    search: string,
    question: ProviderQuestion,
  ): Promise<ProvedIdentity | ProviderFailure>;
  /** Where the browser signs out there too; undefined: nowhere. */
  signOutUrl(
    provider: ProviderAccess,
    out: { readonly idToken: string | undefined; readonly returnTo: string },
  ): Promise<string | undefined>;
  /** Who has signed out there, by its own word (OpenID Connect Back-Channel Logout §2.6); undefined: it is not its word. */
  signedOutBy(
    provider: ProviderAccess,
    token: string,
  ): Promise<
    | { readonly subject: string | undefined; readonly session: string | undefined; readonly at: Instant }
    | undefined
  >;
  /** Whether it answers as a provider does. */
  check(provider: ProviderAccess): Promise<"ok" | ProviderFailure>;
}

/** One-way password storage (argon2id in production). */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** What became of a counted attempt. */
export interface AttemptOutcome {
  /** Points left. */
  readonly left: number;
  /** Whether it was a new guess. */
  readonly isNew: boolean;
  /** Whether there was no point left to take: others took the last one at the same time. */
  readonly isOver: boolean;
}

/** Counts failures per key, for all processes; a key that has used up its points is refused until the window ends. */
export interface AttemptLimiter {
  /** @returns seconds to wait, or 0 if another attempt is allowed */
  blockedFor(key: string): Promise<number>;
  /**
   * Takes one point, unless the same guess has already taken one in this window.
   * @param guess a one-way form of the guess
   */
  fail(key: string, guess: string): Promise<AttemptOutcome>;
  succeed(key: string): Promise<void>;
}

/** Where reports and exports are read, whose actor was granted them already. */
export const reportReads = ({ reports, storage }: App): Reads => reports ?? storage;
