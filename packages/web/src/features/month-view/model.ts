export { dayByKey } from "./day-by-key.ts";
