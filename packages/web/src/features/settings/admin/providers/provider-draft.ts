import type {
  IdentityProviderRecord,
  ProvidedGroup,
  ProviderChange,
} from "@snart/calendar/jmap/administration/identity-providers.ts";
import type { ApiProblem } from "../../../../api/problem.ts";

/** What of a provider can be wrong, by the server's names. */
const FIELDS = ["name", "issuer", "clientId", "clientSecret", "allowed", "groupsClaim", "groups"] as const;
export type ProviderField = (typeof FIELDS)[number];

/** The options that are on or off, in the order of the form. */
export const SWITCHES = [
  "isOn",
  "endsItsSession",
  "makesAccounts",
  "linksByEmail",
  "isEmailTrusted",
] as const;

/** A provider as it is being filled in. */
export interface ProviderDraft
  extends
    Pick<IdentityProviderRecord, "name" | "issuer" | "clientId" | "groupsClaim">,
    Record<(typeof SWITCHES)[number], boolean> {
  /** as typed; empty: the stored one stays */
  readonly secret: string;
  readonly asksForNone: boolean;
  /** a domain or address a line */
  readonly allowed: string;
  readonly groups: readonly ProvidedGroup[];
}

/** What the form begins with. @param before undefined: a new one */
export const draftOf = (before: IdentityProviderRecord | undefined): ProviderDraft => ({
  name: before?.name ?? "",
  issuer: before?.issuer ?? "",
  clientId: before?.clientId ?? "",
  secret: "",
  asksForNone: before ? !before.hasSecret : false,
  isOn: before?.isOn ?? true,
  makesAccounts: before?.makesAccounts ?? false,
  linksByEmail: before?.linksByEmail ?? false,
  isEmailTrusted: before?.isEmailTrusted ?? false,
  endsItsSession: before?.endsItsSession ?? false,
  allowed: (before?.allowed ?? []).join("\n"),
  groupsClaim: before?.groupsClaim ?? "groups",
  groups: before?.groups ?? [],
});

/** What is missing before it is sent. */
export function gapsOf(
  draft: ProviderDraft,
  before: IdentityProviderRecord | undefined,
): ReadonlySet<ProviderField> {
  const needsSecret = !draft.asksForNone && draft.secret === "" && before?.hasSecret !== true;
  const lacks: Readonly<Record<ProviderField, boolean>> = {
    name: draft.name.trim() === "",
    issuer: draft.issuer.trim() === "",
    clientId: draft.clientId.trim() === "",
    clientSecret: needsSecret,
    allowed: false,
    groupsClaim: draft.groupsClaim.trim() === "",
    groups: draft.groups.some(({ claim, groupId }) => claim.trim() === "" || groupId === ""),
  };
  return new Set(FIELDS.filter((field) => lacks[field]));
}

/** What is sent: a secret only where one was typed, or there is to be none. */
export function changeOf(
  { secret, asksForNone, allowed, groups, ...draft }: ProviderDraft,
  before: IdentityProviderRecord | undefined,
): ProviderChange {
  return {
    ...(before && { id: before.id }),
    ...draft,
    ...(asksForNone ? { clientSecret: null } : secret === "" ? {} : { clientSecret: secret }),
    // However they were told apart in the place that they were copied from.
    allowed: allowed.split(/[\s,;]+/u).filter((one) => one !== ""),
    groups: groups.map(({ claim, groupId }) => ({ claim: claim.trim(), groupId })),
  };
}

/** The field that the server found wrong; undefined: none of the form's. */
export function wrongField(problem: ApiProblem): ProviderField | undefined {
  const named = problem.kind === "refused" ? problem.fields["field"] : undefined;
  return FIELDS.find((field) => field === named);
}
