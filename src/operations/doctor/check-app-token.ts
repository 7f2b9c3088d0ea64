import { z } from 'zod';
import { explainAppToken } from '../../slack/slack-errors.ts';
import { describeSilence, parseJson } from './ask.ts';
import type { Check, Outcome } from './check.ts';

const answerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), error: z.string().regex(/^[a-z_]{1,60}$/) }),
]);

/** `apps.connections.open`: would Slack let us open a socket? We do not connect to it. */
export const checkAppToken: Check = {
  id: 'app-token',
  title: 'Socket Mode',
  needs: ['SLACK_APP_TOKEN', 'SLACK_API_URL'],
  run: async ({ config, ask, signal }) => {
    const { appToken, apiUrl } = config.slack;
    if (appToken === null) return null;
    const answer = await ask(`${apiUrl}apps.connections.open`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${appToken}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      signal,
    });
    if (answer.is === 'silence') {
      const { what, remedy } = describeSilence(answer.code);
      return { status: 'failed', seen: `Slack cannot be reached: ${what}`, remedy };
    }
    return judge(answerSchema.safeParse(parseJson(answer.body)).data, answer.status);
  },
};

function judge(said: z.infer<typeof answerSchema> | undefined, status: number): Outcome {
  if (said?.ok) return { status: 'ok', seen: 'Slack opens a socket for SLACK_APP_TOKEN' };
  if (!said) {
    return {
      status: 'failed',
      seen: `the address of Slack’s Web API answers ${status}, and not as Slack does`,
      remedy: 'Leave SLACK_API_URL out to use Slack itself. If it is, try again later.',
    };
  }
  return {
    status: 'failed',
    seen: `Slack opens no socket for SLACK_APP_TOKEN (${said.error})`,
    remedy: explainAppToken(said.error),
  };
}
