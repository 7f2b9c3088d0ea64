import { isLoopback } from '../../web/is-loopback.ts';

/**
 * The address under which Slack can fetch pictures: https, or this machine's own if Slack runs here too.
 * Null: Slack cannot fetch any.
 */
export const findPictureBase = (publicUrl: string | null, slackApiUrl: string): string | null => {
  if (publicUrl === null) return null;
  const isReachable = isLoopback(publicUrl) ? isLoopback(slackApiUrl) : publicUrl.startsWith('https:');
  return isReachable ? `${publicUrl}/pictures` : null;
};
