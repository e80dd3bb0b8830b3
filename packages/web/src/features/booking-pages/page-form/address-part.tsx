import { addressProblem } from "@snart/calendar/booking-page/page-address.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { wholeAddress } from "../../../api/place.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { LineField, Part } from "../editor/fields.tsx";
import { slugToSend, type PageDraft } from "./page-record.ts";

interface AddressPartProps {
  readonly slug: string;
  /** Whether something is wrong with it. */
  readonly isWrong: boolean;
  /** What the server said of the page. */
  readonly problem: ApiProblem | undefined;
  /** Whether search engines may list the page; undefined: it is for links alone, which they never may. */
  readonly isListed: boolean | undefined;
  readonly onChange: (fields: Partial<Pick<PageDraft, "slug" | "isListed">>) => void;
}

/** The address of a page, to which links with one that it had go on, and whether search engines may list it. */
export function AddressPart({ slug, isWrong, problem, isListed, onChange }: AddressPartProps) {
  const t = useMessages();
  const free = problem?.kind === "refused" ? problem.fields["suggestion"] : undefined;
  const suggestion = typeof free === "string" ? free : "";
  const said = suggestion === "" ? "many" : "taken";
  const code = addressProblem(slugToSend(slug)) === "own-word" ? "own" : addressProblem(slugToSend(slug));
  return (
    <Part title={t("bookingPages.address")}>
      <LineField
        label={t("bookingPages.field.slug", { start: wholeAddress("/b/").replace(/^\w+:\/\//, "") })}
        hint={t("bookingPages.slugHint")}
        value={slug}
        maxLength={60}
        error={isWrong ? t("bookingPages.slugWrong", { code: code ?? said, suggestion }) : null}
        onChange={(next) => onChange({ slug: next })}
      />
      {isListed === undefined ? null : (
        <Checkbox checked={isListed} onChange={(isOn) => onChange({ isListed: isOn })}>
          {t("bookingPages.field.isListed")}
        </Checkbox>
      )}
    </Part>
  );
}
