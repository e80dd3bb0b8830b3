export { PrintDialog } from "./print-dialog.tsx";
export { BoardPrint } from "./board/board-print.tsx";
export { DoorSign } from "./board/door-sign.tsx";
