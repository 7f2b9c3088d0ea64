import { limits } from '../limits.ts';
import { type JsonRecord, readText } from '../page/read-json.ts';
import { receiveView } from '../receive-content.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { World } from '../slack-world.ts';
import type { Trigger } from '../triggers.ts';
import { describeView, type ViewRecord } from '../views.ts';
import type { Method } from './method.ts';

/** Does not use up the trigger yet: it stays valid if the view is refused. */
const readTrigger = (args: JsonRecord, { triggers }: World): Trigger => {
  const peeked = triggers.peek(readText(args['trigger_id']));
  if (!peeked.ok) throw new SlackFailure(peeked.error);
  return peeked.trigger;
};

const refuseOldHash = (args: JsonRecord, view: ViewRecord | undefined): void => {
  const hash = readText(args['hash']);
  if (hash !== '' && hash !== view?.hash) throw new SlackFailure('hash_conflict');
};

const answer = (view: ViewRecord, world: World): JsonRecord => ({
  ok: true,
  view: describeView(view, world),
});

const open: Method = (args, world) => {
  const { user, channel } = readTrigger(args, world);
  const given = receiveView(args['view'], 'modal', { world, reader: user });
  world.triggers.take(readText(args['trigger_id']));
  return answer(world.views.open(user, given, channel), world);
};

const push: Method = (args, world) => {
  const { user, viewId } = readTrigger(args, world);
  const stack = world.views.stack(user);
  if (viewId === null || stack.length === 0) throw new SlackFailure('not_found');
  if (stack.length >= limits.view.stack) throw new SlackFailure('push_limit_reached');
  const given = receiveView(args['view'], 'modal', { world, reader: user });
  world.triggers.take(readText(args['trigger_id']));
  return answer(world.views.push(user, given), world);
};

const update: Method = (args, world) => {
  const [id, externalId] = [readText(args['view_id']), readText(args['external_id'])];
  if (id === '' && externalId === '') throw new SlackFailure('invalid_arguments');
  const view = id === '' ? world.views.findByExternalId(externalId) : world.views.find(id);
  if (view === undefined) throw new SlackFailure('not_found');
  refuseOldHash(args, view);
  world.views.update(view, receiveView(args['view'], view.type, { world, reader: view.user }, view));
  return answer(view, world);
};

const publish: Method = (args, world) => {
  const user = readText(args['user_id']);
  if (world.workspace.person(user) === undefined)
    throw new SlackFailure(world.behaviours.of('homeOfNobody'), ['invalid `user_id`']);
  const known = world.views.home(user);
  refuseOldHash(args, known);
  return answer(
    world.views.publish(user, receiveView(args['view'], 'home', { world, reader: user }, known)),
    world,
  );
};

export const viewMethods: Record<string, Method> = {
  'views.open': open,
  'views.push': push,
  'views.update': update,
  'views.publish': publish,
};
