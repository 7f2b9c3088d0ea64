import { expect, test } from 'vitest';
import { createRequestClients } from '../../src/slack/slack-clients.ts';

const contextOf = (teamId: string, token: string) => ({ teamId, token, isEnterpriseInstall: false });

test('a request is answered with its workspace’s own token, or with none', () => {
  const clientOf = createRequestClients({});
  const one = clientOf(contextOf('T1', 'xoxb-1'));
  expect(one).toMatchObject({ token: 'xoxb-1', teamId: 'T1' });
  expect(clientOf(contextOf('T1', 'xoxb-1'))).toBe(one);
  expect(clientOf(contextOf('T2', 'xoxb-1'))).not.toBe(one);
  expect(clientOf(contextOf('T1', 'xoxb-2'))?.token).toBe('xoxb-2');
  expect(clientOf({ isEnterpriseInstall: false })).toBeNull();
});

test('only the clients of the most recent workspaces are kept', () => {
  const clientOf = createRequestClients({});
  const [first, second] = [contextOf('T1', 'xoxb-1'), contextOf('T2', 'xoxb-2')];
  const [one, two] = [clientOf(first), clientOf(second)];
  for (let at = 0; at < 499; at += 1) {
    clientOf(contextOf(`T9${at}`, 'xoxb-9'));
    clientOf(first);
  }
  expect(clientOf(first)).toBe(one);
  expect(clientOf(second)).not.toBe(two);
});
