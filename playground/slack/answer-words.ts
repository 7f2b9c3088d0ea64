/** What Slack shows a person when an app did not do its part. */
export const commandFailed = (command: string, status: number): string =>
  status === 0 || status === 404
    ? `${command} failed because the app did not respond. Try again or contact its owner.`
    : `${command} failed with the error "http_service_error (${status})". Try again or contact the app's owner.`;

export const modalTrouble = 'We had some trouble connecting. Try again?';
export const actionTrouble = 'Something did not work: the app did not respond.';

/** The same, with what a developer would like to know. */
export const modalTroubleBecause = (why: string): string => `${modalTrouble} (${why})`;
