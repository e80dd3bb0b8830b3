export { SoonPage as SoonScreen } from "./soon-page.tsx";
