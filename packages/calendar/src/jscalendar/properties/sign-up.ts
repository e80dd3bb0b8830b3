import { lengthText, signUpTermsOf, withSignUpTerms } from "../../icalendar/sign-up-terms.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "../../time/duration.ts";
import { DAY } from "../../time/instant.ts";
import { formatUtcDateTime, parseUtcDateTime } from "../date-time-text.ts";
import type { Converter } from "./converter.ts";

/** X-SNART-SIGN-UP, X-SNART-CAPACITY and X-SNART-CLOSES; JSCalendar uses a prefixed name for vendor properties. */
export const signUp: Converter = {
  names: ["snart:signUp"],
  read(component) {
    const terms = signUpTermsOf(component);
    if (!terms) return {};
    const { capacity, closesAt, closesBefore } = terms;
    return {
      "snart:signUp": {
        "@type": "SignUp",
        ...(capacity !== undefined && { capacity }),
        ...(closesAt !== undefined && { closesAt: formatUtcDateTime(closesAt) }),
        ...(closesBefore !== undefined && { closesBefore: lengthText(closesBefore) }),
      },
    };
  },
  write(component, item) {
    const said = item["snart:signUp"];
    if (!said) return withSignUpTerms(component, undefined);
    const { capacity, closesAt, closesBefore } = said;
    const length = closesBefore === undefined ? undefined : parseDuration(closesBefore);
    return withSignUpTerms(component, {
      capacity,
      closesAt: closesAt === undefined ? undefined : parseUtcDateTime(closesAt),
      closesBefore: length && nominalDays(length) * DAY + exactMilliseconds(length),
    });
  },
};
