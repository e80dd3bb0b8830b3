/** What SCIM calls the kinds of what it speaks of. */
export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0:";
export const LIST_RESPONSE = `${MESSAGES}ListResponse`;
export const PATCH_OP = `${MESSAGES}PatchOp`;
export const SEARCH_REQUEST = `${MESSAGES}SearchRequest`;
export const ERROR = `${MESSAGES}Error`;

/** An attribute as RFC 7643 §7 describes one. */
export interface Attribute {
  readonly name: string;
  readonly type: "string" | "boolean" | "complex" | "reference" | "dateTime";
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: "readWrite" | "readOnly" | "immutable";
  readonly returned: "always" | "default";
  readonly uniqueness: "none" | "server";
  readonly subAttributes?: readonly Attribute[];
  readonly referenceTypes?: readonly string[];
}

const attribute = (name: string, description: string, about: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...about,
});

const READ_ONLY = { mutability: "readOnly" } as const;

/** What every resource has (RFC 7643 §3.1); these stand in no schema. */
const COMMON: readonly Attribute[] = [
  attribute("id", "This server's id.", {
    ...READ_ONLY,
    caseExact: true,
    returned: "always",
    uniqueness: "server",
  }),
  attribute("externalId", "The directory's own id.", { caseExact: true }),
  attribute("meta", "About the resource.", {
    ...READ_ONLY,
    type: "complex",
    subAttributes: [
      attribute("resourceType", "User or Group.", { ...READ_ONLY, caseExact: true }),
      attribute("created", "When it was made.", { ...READ_ONLY, type: "dateTime" }),
      attribute("lastModified", "When the directory changed it last.", { ...READ_ONLY, type: "dateTime" }),
      attribute("location", "Its address.", { ...READ_ONLY, type: "reference", caseExact: true }),
      attribute("version", "Its entity tag.", { ...READ_ONLY, caseExact: true }),
    ],
  }),
];

const USER_ATTRIBUTES: readonly Attribute[] = [
  attribute("userName", "Who they are in the directory; their address where they have no other.", {
    required: true,
    uniqueness: "server",
  }),
  attribute("name", "The parts of their name.", {
    type: "complex",
    subAttributes: [
      attribute("formatted", "The whole name."),
      attribute("familyName", "The family name."),
      attribute("givenName", "The given name."),
    ],
  }),
  attribute("displayName", "The name that others see."),
  attribute("preferredLanguage", "The language of a new account."),
  attribute("locale", "The language of a new account, where no other is preferred."),
  attribute("timezone", "The time zone of a new account."),
  attribute("active", "Whether the account is open.", { type: "boolean" }),
  attribute("emails", "Addresses; the primary one is the account's.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The address."),
      attribute("type", "Its kind, such as work."),
      attribute("primary", "Whether it is the account's.", { type: "boolean" }),
    ],
  }),
  attribute("groups", "The groups that the directory keeps here and they belong to.", {
    ...READ_ONLY,
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The group's id.", { ...READ_ONLY, caseExact: true }),
      attribute("display", "Its name.", READ_ONLY),
      attribute("$ref", "Its address.", { ...READ_ONLY, type: "reference", referenceTypes: ["Group"] }),
    ],
  }),
];

const GROUP_ATTRIBUTES: readonly Attribute[] = [
  attribute("displayName", "The name of the group.", { required: true }),
  attribute("members", "The people in the group whom the directory keeps.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The user's id.", { caseExact: true, mutability: "immutable" }),
      attribute("display", "Their name.", READ_ONLY),
      attribute("type", "User.", { mutability: "immutable" }),
      attribute("$ref", "Their address.", {
        mutability: "immutable",
        type: "reference",
        referenceTypes: ["User"],
      }),
    ],
  }),
];

/** A kind of resource. */
export interface Schema {
  readonly id: string;
  readonly name: "User" | "Group";
  readonly endpoint: "/Users" | "/Groups";
  readonly description: string;
  readonly own: readonly Attribute[];
  readonly attributes: readonly Attribute[];
  /** Attributes of RFC 7643 that are accepted and not stored. */
  readonly ignored: ReadonlySet<string>;
}

export const USERS: Schema = {
  id: USER,
  name: "User",
  endpoint: "/Users",
  description: "A person with an account",
  own: USER_ATTRIBUTES,
  attributes: [...COMMON, ...USER_ATTRIBUTES],
  ignored: new Set(
    "nickname profileurl title usertype password phonenumbers ims photos addresses entitlements roles x509certificates schemas".split(
      " ",
    ),
  ),
};

export const GROUPS: Schema = {
  id: GROUP,
  name: "Group",
  endpoint: "/Groups",
  description: "A group of people, with calendars of its own",
  own: GROUP_ATTRIBUTES,
  attributes: [...COMMON, ...GROUP_ATTRIBUTES],
  ignored: new Set(["schemas"]),
};

/** The attribute of a name, whose case does not count (RFC 7643 §2.1). */
export const attributeNamed = (
  among: readonly Attribute[] | undefined,
  name: string,
): Attribute | undefined => {
  const key = name.toLowerCase();
  return among?.find((one) => one.name.toLowerCase() === key);
};
