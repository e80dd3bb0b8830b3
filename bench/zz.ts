import { sampleCalendar } from "./sample-calendar.ts";
import { measureTypedValues } from "./typed-values.ts";
console.log(measureTypedValues(sampleCalendar(2000), 2000));
