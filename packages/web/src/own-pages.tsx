// Pages beside the settings that are opened seldom: one file of script for both.
export { BookingPagesScreen } from "./features/booking-pages/screen.tsx";
export { PollsScreen } from "./features/polls/screen.tsx";
export { TrashScreen } from "./features/trash/screen.tsx";
