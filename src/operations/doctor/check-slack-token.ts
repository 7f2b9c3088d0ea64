import { z } from 'zod';
import { explainBotToken } from '../../slack/slack-errors.ts';
import { type Answer, describeSilence, parseJson } from './ask.ts';
import type { Check, Facts, Outcome } from './check.ts';

const answerSchema = z.union([
  z.object({ ok: z.literal(true), team: z.string(), user: z.string() }),
  z.object({ ok: z.literal(false), error: z.string().regex(/^[a-z_]{1,60}$/) }),
]);

const KEPT = 'Messages to Slack are kept until Paylink runs with a valid token.';

/** `auth.test`: does Slack know the token, and whose is it? */
export const checkSlackToken: Check = {
  id: 'slack-token',
  title: 'Slack token',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL'],
  run: async ({ config, ask, signal }) => {
    const { access } = config.slack;
    // Each workspace gets its own token when it installs the app.
    if (access.kind === 'oauth') return null;
    const answer = await ask(`${config.slack.apiUrl}auth.test`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access.botToken}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      signal,
    });
    if (answer.is === 'silence') {
      const { what, remedy } = describeSilence(answer.code);
      return { status: 'failed', seen: `Slack cannot be reached: ${what}`, remedy };
    }
    return { ...judge(answer), facts: readFacts(answer) };
  },
};

function judge({ status, body }: Answer): Outcome {
  const said = answerSchema.safeParse(parseJson(body)).data;
  if (!said) {
    return {
      status: 'failed',
      seen: `the address of Slack’s Web API answers ${status}, and not as Slack does`,
      remedy: 'Leave SLACK_API_URL out to use Slack itself. If it is, try again later.',
    };
  }
  if (said.ok) return { status: 'ok', seen: `workspace ${said.team}, as ${said.user}` };
  return {
    status: 'failed',
    seen: `Slack refuses it (${said.error})`,
    remedy: `${explainBotToken(said.error)} ${KEPT}`,
  };
}

function readFacts({ header, aheadMs }: Answer): Facts {
  const scopes = header('x-oauth-scopes');
  return {
    ...(aheadMs === null ? {} : { aheadOfSlackMs: aheadMs }),
    ...(scopes === '' ? {} : { grantedScopes: scopes.split(',').map((scope) => scope.trim()) }),
  };
}
