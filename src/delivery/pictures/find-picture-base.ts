import { isLoopback } from '../../web/is-loopback.ts';

/**
 * Under which address Slack can fetch pictures: https, or this machine's own for a Slack that runs here as well. Null:
 * there is none.
 */
export const findPictureBase = (publicUrl: string | null, slackApiUrl: string): string | null => {
  if (publicUrl === null) return null;
  const isReachable = isLoopback(publicUrl) ? isLoopback(slackApiUrl) : publicUrl.startsWith('https:');
  return isReachable ? `${publicUrl}/pictures` : null;
};
