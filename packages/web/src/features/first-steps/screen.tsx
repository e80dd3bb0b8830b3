export { FirstChoices } from "./first-choices.tsx";
export { NextSteps } from "./next-steps.tsx";
