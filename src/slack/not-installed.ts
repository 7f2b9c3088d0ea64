/** The app was removed from the workspace: nothing can be said there any more. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError';

  constructor(teamId: string) {
    super(`the app is not installed in workspace ${teamId}`);
  }
}
