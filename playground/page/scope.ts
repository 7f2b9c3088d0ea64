import type { ActionPost, Message, Snapshot } from './page-api.ts';

type Source = ActionPost['source'];

export const viewScope = (viewId: string): string => `view:${viewId}`;
export const messageScope = ({ channel, ts }: Pick<Message, 'channel' | 'ts'>): string =>
  `msg:${channel}:${ts}`;

export const sourceOf = (scope: string): Source => {
  const [kind, first = '', second = ''] = scope.split(':');
  return kind === 'view' ? { viewId: first } : { channel: first, ts: second };
};

export const blocksOf = (scope: string, snapshot: Snapshot): unknown[] => {
  const source = sourceOf(scope);
  if ('viewId' in source) {
    const views = snapshot.home ? [...snapshot.modals, snapshot.home] : snapshot.modals;
    return views.find((one) => one.id === source.viewId)?.blocks ?? [];
  }
  const { channel, ts } = source;
  return snapshot.messages.find((one) => one.channel === channel && one.ts === ts)?.blocks ?? [];
};
