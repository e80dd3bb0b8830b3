import type { Result } from "@snart/calendar/result.ts";
import type { App } from "../../app/app.ts";
import type { DirectoryCaller, Refusal } from "../../app/provisioning/directory.ts";
import type { ProvisionedView } from "../../app/provisioning/find.ts";
import { changeGroupFor, createGroupFor, removeGroupFor } from "../../app/provisioning/groups.ts";
import { changePerson, createPerson, removePerson } from "../../app/provisioning/people.ts";
import type { Document } from "../body/document.ts";
import type { Scim, ScimProblem } from "../problem.ts";
import { GROUPS, USERS, type Schema } from "../schemas.ts";
import { documentOfGroup, groupFields } from "./group-fields.ts";
import { documentOfUser, userFields } from "./user-fields.ts";

type Written = Promise<Result<ProvisionedView, Refusal | ScimProblem>>;

/** What is done with one kind of resource. */
export interface Kind {
  readonly schema: Schema;
  readonly of: "person" | "group";
  /** What the directory has said of one, as a PATCH changes it. */
  readonly document: (view: ProvisionedView) => Document;
  readonly create: (app: App, caller: DirectoryCaller, document: Document) => Written;
  readonly change: (
    app: App,
    caller: DirectoryCaller,
    id: string,
    decide: (view: ProvisionedView) => Scim<Document>,
  ) => Written;
  readonly remove: typeof removePerson<ScimProblem>;
}

/** One kind from how its documents are read and written. */
function kindOf<Fields>(
  about: Pick<Kind, "schema" | "of" | "document" | "remove">,
  fieldsOf: (document: Document) => Scim<Fields>,
  create: (app: App, caller: DirectoryCaller, fields: Fields) => Promise<Result<ProvisionedView, Refusal>>,
  change: (
    app: App,
    caller: DirectoryCaller,
    id: string,
    decide: (view: ProvisionedView) => Scim<Fields>,
  ) => Written,
): Kind {
  return {
    ...about,
    async create(app, caller, document) {
      const fields = fieldsOf(document);
      return fields.ok ? create(app, caller, fields.value) : fields;
    },
    change: (app, caller, id, decide) =>
      change(app, caller, id, (view) => {
        const decided = decide(view);
        return decided.ok ? fieldsOf(decided.value) : decided;
      }),
  };
}

export const KINDS: Readonly<Record<string, Kind>> = {
  Users: kindOf(
    { schema: USERS, of: "person", document: documentOfUser, remove: removePerson<ScimProblem> },
    userFields,
    createPerson,
    changePerson<ScimProblem>,
  ),
  Groups: kindOf(
    { schema: GROUPS, of: "group", document: documentOfGroup, remove: removeGroupFor<ScimProblem> },
    groupFields,
    createGroupFor,
    changeGroupFor<ScimProblem>,
  ),
};
