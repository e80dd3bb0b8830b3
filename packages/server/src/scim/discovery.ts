import { GROUPS, LIST_RESPONSE, USERS, type Schema } from "./schemas.ts";

const CORE = "urn:ietf:params:scim:schemas:core:2.0:";

/** What this server does of SCIM (RFC 7643 §5). @param most resources in one answer */
export const serviceProviderConfig = (root: string, most: number): object => ({
  schemas: [`${CORE}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: most },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token that an administrator has made for this directory.",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${root}/ServiceProviderConfig` },
});

const BOTH = [USERS, GROUPS];

const resourceType = ({ id, name, endpoint, description }: Schema, root: string) => ({
  schemas: [`${CORE}ResourceType`],
  id: name,
  name,
  endpoint,
  description,
  schema: id,
  schemaExtensions: [],
  meta: { resourceType: "ResourceType", location: `${root}/ResourceTypes/${name}` },
});

const schemaResource = ({ id, name, description, own }: Schema, root: string) => ({
  schemas: [`${CORE}Schema`],
  id,
  name,
  description,
  attributes: own,
  meta: { resourceType: "Schema", location: `${root}/Schemas/${id}` },
});

/** A list that is always whole. */
const listOf = (all: readonly object[]): object => ({
  schemas: [LIST_RESPONSE],
  totalResults: all.length,
  startIndex: 1,
  itemsPerPage: all.length,
  Resources: all,
});

/** The kinds of resources, or one of them. @returns undefined: there is none with this id */
export function resourceTypes(root: string, id: string | undefined): object | undefined {
  const all = BOTH.map((schema) => resourceType(schema, root));
  return id === undefined ? listOf(all) : all.find((one) => one.id === id);
}

/** The schemas, or one of them. @returns undefined: there is none with this id */
export function schemas(root: string, id: string | undefined): object | undefined {
  const all = BOTH.map((schema) => schemaResource(schema, root));
  return id === undefined ? listOf(all) : all.find((one) => one.id === id);
}
