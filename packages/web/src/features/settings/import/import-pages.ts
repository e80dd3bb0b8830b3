// Both pages are fetched together: each is small, and each file that is fetched costs a request.
export { BringInPage } from "../../bring-in/screen.tsx";
export { ImportPage } from "./import-page.tsx";
