import { z } from 'zod';
import type { Crossings, LoadTeam } from './load-team.ts';
import { findButtons, type SeenButton } from './people.ts';
import { type Asked, serveLate } from './serve-late.ts';

/** A message of the app, or an edit of one. */
export interface SeenMessage {
  team: LoadTeam;
  channelId: string;
  ts: string;
  text: string;
  /** The whole call, for text anywhere in it. */
  all: string;
  buttons: SeenButton[];
}

export interface SeenModal {
  id: string;
  metadata: string;
}

interface LeanSlackOptions {
  teams: readonly LoadTeam[];
  crossings: Crossings;
  delayMs: number;
  onPost(message: SeenMessage): void;
  onUpdate(message: SeenMessage): void;
  onModal(triggerId: string, modal: SeenModal): void;
  /** A post to a `response_url`; the path identifies the person. */
  onResponse(path: string, buttons: SeenButton[]): void;
}

const viewSchema = z.object({ private_metadata: z.string().default('') });

/**
 * The minimum of Slack that the app needs, for many workspaces at once: checks tokens, answers, keeps nothing.
 * Whether the app's calls are right is tested with the local Slack, not here.
 */
export const createLeanSlack = async (options: LeanSlackOptions) => {
  const { teams, crossings, delayMs, onPost, onUpdate, onModal, onResponse } = options;
  const byToken = new Map(teams.map((team) => [`Bearer ${team.botToken}`, team]));
  const calls = new Map<string, number>();
  let made = 0;
  let refused = 0;
  let url = '';

  const refuse = (error: string) => {
    refused += 1;
    return { ok: false, error };
  };

  const perform = (method: string, args: URLSearchParams, team: LoadTeam, all: string): unknown => {
    made += 1;
    const message = (ts: string): SeenMessage => ({
      team,
      channelId: args.get('channel') ?? '',
      ts,
      text: args.get('text') ?? '',
      all,
      buttons: findButtons(args.get('blocks') ?? '[]'),
    });
    const channel = args.get('channel') ?? '';
    switch (method) {
      case 'auth.test':
        return { ok: true, team_id: team.id, user_id: `U${team.key}B`, bot_id: `B${team.key}` };
      case 'chat.postMessage': {
        const ts = `1700000000.${String(made).padStart(6, '0')}`;
        onPost(message(ts));
        return { ok: true, channel, ts, message: { ts } };
      }
      case 'chat.update': {
        const ts = args.get('ts') ?? '';
        onUpdate(message(ts));
        return { ok: true, channel, ts, message: { ts } };
      }
      case 'chat.postEphemeral':
        return { ok: true, message_ts: `1700000000.${made}` };
      case 'conversations.open':
        return { ok: true, channel: { id: `D${team.key}` } };
      case 'views.open':
      case 'views.push':
      case 'views.update':
      case 'views.publish': {
        const view = { id: `V${team.key}${made}`, hash: String(made), team_id: team.id, type: 'modal' };
        const { private_metadata: metadata } = viewSchema.parse(JSON.parse(args.get('view') ?? '{}'));
        onModal(args.get('trigger_id') ?? '', { id: view.id, metadata });
        return { ok: true, view };
      }
      case 'files.getUploadURLExternal':
        return { ok: true, upload_url: `${url}/upload/${team.key}`, file_id: `F${team.key}${made}` };
      case 'files.completeUploadExternal':
        return { ok: true, files: [{ id: `F${team.key}${made}` }] };
      case 'files.info':
        return { ok: true, file: { id: args.get('file'), mimetype: 'image/png' } };
      default:
        return refuse('unknown_method');
    }
  };

  const answer = ({ target, headers, body }: Asked): unknown => {
    if (target.startsWith('/upload/')) return { ok: true };
    if (target.startsWith('/response/')) {
      onResponse(target, findButtons(body.toString('utf8')));
      return { ok: true };
    }
    const method = target.slice('/api/'.length);
    const team = byToken.get(headers.authorization ?? '');
    if (!team) return refuse('invalid_auth');
    calls.set(method, (calls.get(method) ?? 0) + 1);
    const args = new URLSearchParams(body.toString('utf8'));
    const all = [...args.values()].join('\n');
    crossings.look(team, all);
    return perform(method, args, team, all);
  };

  const server = await serveLate((asked) => ({ status: 200, body: answer(asked) }), delayMs);
  url = server.url;
  return {
    apiUrl: `${url}/api/`,
    responseUrl: (team: LoadTeam, number: number) => `${url}/response/${team.key}/${number}`,
    calls: () => Object.fromEntries([...calls].sort()),
    /** Calls with an unknown token or method. */
    refused: () => refused,
    close: server.close,
  };
};

export type LeanSlack = Awaited<ReturnType<typeof createLeanSlack>>;
