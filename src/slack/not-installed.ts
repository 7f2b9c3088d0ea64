/** The app was removed from the workspace, so nothing can be posted there any more. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError';

  /** Null: Slack did not say for whom a request is. */
  constructor(teamId: string | null) {
    super(`the app is not installed in workspace ${teamId ?? 'that is not named'}`);
  }
}
