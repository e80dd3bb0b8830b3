/** The type under which a task's key is carried when it is dragged. */
export const TASK_DRAG = "application/x-snart-task";
