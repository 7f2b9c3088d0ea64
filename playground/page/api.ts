import type {
  ActionPost,
  AppPost,
  ClosePost,
  CommandPost,
  Exchange,
  GiveOutcome,
  GivePost,
  HomePost,
  MembershipPost,
  MessagePost,
  OptionsOutcome,
  OptionsPost,
  Outcome,
  ShortcutPost,
  SlackFault,
  Snapshot,
  SubmitOutcome,
  SubmitPost,
} from './page-api.ts';

const SILENT = 'The playground doesn’t answer. Is it still running?';

const post = async <T>(name: string, body: unknown, otherwise: T): Promise<T> => {
  try {
    const answer = await fetch(`/_play/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const told: T = await answer.json();
    return told;
  } catch {
    return otherwise;
  }
};

const read = async <T>(path: string): Promise<T> => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

const silent: Outcome = { ok: false, problem: SILENT };

/** The local Slack's routes. Actions never throw: they resolve to an outcome. */
export const api = {
  snapshot: (as: string) => read<Snapshot>(`/_play/snapshot?as=${encodeURIComponent(as)}`),
  exchanges: (after: number) => read<Exchange[]>(`/_play/exchanges?after=${after}`),
  command: (body: CommandPost) => post<Outcome>('command', body, silent),
  shortcut: (body: ShortcutPost) => post<Outcome>('shortcut', body, silent),
  message: (body: MessagePost) => post<Outcome>('message', body, silent),
  action: (body: ActionPost) => post<Outcome>('action', body, silent),
  submit: (body: SubmitPost) => post<SubmitOutcome>('submit', body, silent),
  give: (body: GivePost) => post<GiveOutcome>('give', body, { id: null }),
  close: (body: ClosePost) => post<Outcome>('close', body, silent),
  options: (body: OptionsPost) => post<OptionsOutcome>('options', body, { options: [] }),
  home: (body: HomePost) => post<Outcome>('home', body, silent),
  membership: (body: MembershipPost) => post<Outcome>('membership', body, silent),
  app: (body: AppPost) => post<Outcome>('app', body, silent),
  addFault: (fault: SlackFault) => post<SlackFault[]>('faults', fault, []),
};

/** Calls the switches of the local Slack (`base` is empty) or of the sandbox. Throws an error for people to read. */
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
