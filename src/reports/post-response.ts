import { z } from 'zod';
import { ResponseRefused, type ResponseUrls } from '../slack/response-urls.ts';
import { RESPONSE_URL_USED_UP, readSlackCode } from '../slack/slack-errors.ts';
import type { BlockSupport } from './block-support.ts';
import type { ReportMessage, TwinMessage } from './report-view.ts';

export interface ResponseAddress {
  /** Slack takes five posts there within thirty minutes. */
  url: string;
  /** Whether the answer replaces the message whose button was pressed. */
  isReplacing: boolean;
}

interface ResponseDependencies {
  tables: BlockSupport;
  responses: ResponseUrls;
}

/**
 * Sends a message to one person at a `response_url`. If it comes as a table and a plain twin, the table goes
 * first and the plain one if Slack refuses it. The plain one goes at once if Slack refused a table recently
 * or this is the last post it takes. Throws `ResponseRefused`.
 */
export const postResponse = async (
  { url, isReplacing }: ResponseAddress,
  message: ReportMessage | TwinMessage,
  { tables, responses }: ResponseDependencies,
): Promise<void> => {
  const twins = 'rich' in message ? message : { rich: message, plain: message };
  const post = (given: ReportMessage, isInPlace: boolean): Promise<string | null> =>
    responses.left(url) === 0
      ? Promise.resolve(RESPONSE_URL_USED_UP)
      : send(responses, url, given, isInPlace);
  const isPlain = tables.isRefused() || responses.left(url) === 1;
  let refusal = await post(isPlain ? twins.plain : twins.rich, isReplacing);
  // An ephemeral message is gone once its reader reloads Slack.
  if (refusal !== null && readSlackCode(refusal) === 'gone' && isReplacing)
    refusal = await post(isPlain ? twins.plain : twins.rich, false);
  if (refusal !== null && readSlackCode(refusal) === 'blocks' && !isPlain && twins.rich !== twins.plain) {
    tables.markRefused();
    refusal = await post(twins.plain, isReplacing);
  }
  if (refusal !== null) throw new ResponseRefused(refusal);
};

const answerSchema = z.object({ ok: z.boolean().optional(), error: z.string().optional() });

/** Null when Slack accepted it. Slack refuses with 200 and `ok: false`, or with 4xx and a word. */
async function send(
  responses: ResponseUrls,
  url: string,
  message: ReportMessage,
  isReplacing: boolean,
): Promise<string | null> {
  const answer = await responses.post(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', replace_original: isReplacing, ...message }),
  });
  const text = (await answer.text()).slice(0, 500);
  const read = parseAnswer(text);
  if (answer.ok && read?.ok !== false) return null;
  return read?.error ?? (/^[a-z_]{3,60}$/.test(text.trim()) ? text.trim() : `status ${answer.status}`);
}

function parseAnswer(text: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
