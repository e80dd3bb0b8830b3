import type { Command } from "./command.ts";
import { auditCommand } from "./commands/audit.ts";
import { backupCommand } from "./commands/backup.ts";
import { backupList } from "./commands/backup-list.ts";
import { configCommand } from "./commands/config.ts";
import { drawVerify } from "./commands/draw-verify.ts";
import { doctor } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { mailIn } from "./commands/mail-in.ts";
import { mailLog } from "./commands/mail-log.ts";
import { mailTest } from "./commands/mail-test.ts";
import { restoreCommand } from "./commands/restore.ts";
import { accountCommands } from "./commands/accounts.ts";
import { providerCommands } from "./commands/providers.ts";
import { scimCommands } from "./commands/scim.ts";
import { userAdd } from "./commands/user-add.ts";
import { userList } from "./commands/user-list.ts";
import { validateCommand } from "./commands/validate.ts";
import { verifyCommand } from "./commands/verify.ts";
import { bookableCommands } from "./commands/admin/bookables.ts";
import { errorReportCommands } from "./commands/admin/error-report.ts";
import { groupCommands } from "./commands/admin/groups.ts";
import { healthCommand } from "./commands/admin/health.ts";
import { householdCommands } from "./commands/admin/households.ts";
import { jobCommands } from "./commands/admin/jobs.ts";
import { linkCommands } from "./commands/admin/links.ts";
import { mailCommands } from "./commands/admin/mail-queue.ts";
import { manCommand } from "./commands/admin/man.ts";
import { metricsToken } from "./commands/admin/metrics-token.ts";
import { releaseNotes } from "./commands/admin/release-notes.ts";
import { sessionCommands } from "./commands/admin/sessions.ts";
import { settingCommands } from "./commands/admin/settings.ts";

/** Every command, in the order in which they are listed. */
export const COMMANDS: readonly Command[] = [
  userAdd,
  userList,
  ...accountCommands,
  ...sessionCommands,
  ...providerCommands,
  ...scimCommands,
  ...groupCommands,
  ...householdCommands,
  ...bookableCommands,
  ...linkCommands,
  ...settingCommands,
  importCommand,
  exportCommand,
  validateCommand,
  drawVerify,
  configCommand,
  auditCommand,
  mailTest,
  mailIn,
  mailLog,
  ...mailCommands,
  backupList,
  backupCommand,
  verifyCommand,
  restoreCommand,
  doctor,
  healthCommand,
  ...jobCommands,
  metricsToken,
  ...errorReportCommands,
  releaseNotes,
  manCommand(() => COMMANDS),
];
