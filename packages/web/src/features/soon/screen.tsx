export { SoonPage as SoonScreen } from "./components/soon-page.tsx";
