/** The app was removed from the workspace, so nothing can be posted there any more. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError';

  constructor(teamId: string) {
    super(`the app is not installed in workspace ${teamId}`);
  }
}
