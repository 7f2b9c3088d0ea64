import type {
  Exchange,
  GiveOutcome,
  OptionsOutcome,
  Outcome,
  Posts,
  Snapshot,
  StepOutcome,
  SubmitOutcome,
} from './page-api.ts';

const post = async <T>(name: keyof Posts, body: unknown, otherwise: T): Promise<T> => {
  try {
    const answer = await fetch(`/_play/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    return otherwise;
  }
};

const read = async <T>(path: string): Promise<T> => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

const silent: { ok: false; problem: string } = {
  ok: false,
  problem: 'The local Slack doesn’t answer. Is it still running?',
};

export type Act = 'command' | 'shortcut' | 'message' | 'action' | 'close' | 'home' | 'membership' | 'app';

/** The local Slack's routes. Posts never throw: they resolve to an outcome. */
export const api = {
  snapshot: (as: string) => read<Snapshot>(`/_play/snapshot?as=${encodeURIComponent(as)}`),
  exchanges: (after: number) => read<Exchange[]>(`/_play/exchanges?after=${after}`),
  act: <Name extends Act>(name: Name, body: Posts[Name]) => post<Outcome>(name, body, silent),
  submit: (body: Posts['submit']) => post<SubmitOutcome>('submit', body, silent),
  run: (body: Posts['run']) => post<StepOutcome>('run', body, silent),
  give: (body: Posts['give']) => post<GiveOutcome>('give', body, { id: null }),
  options: (body: Posts['options']) => post<OptionsOutcome>('options', body, { options: [] }),
};

/** Calls the switches of the local Slack (`base` is empty) or of a service beside it. Throws an error for people to read. */
export const callSwitches = async (
  base: string,
  name: string,
  method: 'GET' | 'POST' | 'DELETE',
  body?: unknown,
): Promise<unknown> => {
  const url = `${base}/_play/${name}`;
  const answer = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
};
