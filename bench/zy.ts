import { sampleCalendar } from "./sample-calendar.ts";
import { ours } from "./typed-values.ts";
const text = sampleCalendar(2000);
for (let i = 0; i < 150; i++) ours(text);
