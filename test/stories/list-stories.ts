import { listApprovals } from './approval-messages.ts';
import { listBatchRepeats } from './batch-repeats.ts';
import { listBatches } from './batches.ts';
import { listCards } from './cards.ts';
import { listDailyClose } from './daily-close.ts';
import { listExports } from './exports.ts';
import { listHelp } from './help.ts';
import { listHome } from './home.ts';
import { listLinkWindows } from './link-windows.ts';
import { listPayouts } from './payouts.ts';
import { listReports } from './reports.ts';
import { listSearches } from './searches.ts';
import { listSettings } from './settings.ts';
import type { Cast, Story } from './story.ts';
import { listTeaching } from './teaching.ts';
import { listTeam } from './team.ts';

/** Every message and window of Paylink, built by the app's own views, with made-up links and people. */
export const listStories = (cast: Cast): Story[] => [
  ...listCards(cast),
  ...listApprovals(cast),
  ...listReports(cast),
  ...listPayouts(),
  ...listExports(cast),
  ...listBatches(cast),
  ...listBatchRepeats(cast),
  ...listDailyClose(cast),
  ...listHelp(cast),
  ...listTeaching(cast),
  ...listSettings(cast),
  ...listHome(cast),
  ...listLinkWindows(cast),
  ...listSearches(cast),
  ...listTeam(cast),
];
