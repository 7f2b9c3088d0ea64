import { expect, test } from 'vitest';
import { createCrossings } from '../../bench/load/crossing.ts';
import { buildTeams } from '../../bench/load/load-team.ts';

test('a text that holds anything of another workspace is counted, whatever else it holds', () => {
  const [first, second] = buildTeams(2, 10);
  if (!first || !second) throw new Error('two workspaces were asked for');
  const crossings = createCrossings();
  crossings.look(first, `${first.channelId} ${first.cashierId} order of ${first.key}`);
  expect(crossings.count()).toBe(0);
  crossings.look(first, `${first.channelId} <@${second.adminId}>`);
  expect(crossings.count()).toBe(1);
});
