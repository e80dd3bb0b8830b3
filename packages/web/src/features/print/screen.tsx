export { PrintDialog } from "./components/print-dialog.tsx";
