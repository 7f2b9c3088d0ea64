import type { World } from './simulated-world.ts';

/** The outcome of one call, apart from its work. */
export type Fate =
  | { does: 'answer' | 'error-before' | 'error-after' | 'drop-before' | 'drop-after' | 'slow' }
  | { does: 'rest'; seconds: number }
  | { does: 'refuse'; code: string };

const PASSING: readonly Fate[] = [
  { does: 'error-before' },
  { does: 'error-after' },
  { does: 'drop-before' },
  { does: 'drop-after' },
  { does: 'slow' },
  { does: 'refuse', code: 'internal_error' },
  // Slack's reference names no such code.
  { does: 'refuse', code: 'a_word_of_next_year' },
];

/** Why a channel accepts no messages, until someone invites Paylink, unarchives the channel, or permits posting. */
const CLOSED = ['not_in_channel', 'is_archived', 'channel_not_found', 'restricted_action'] as const;
const FIRST_TOKEN = 'xoxb-1';

interface SlackRefusals {
  /** The token in Paylink's stored installation. */
  installedToken(): string;
  drawFate(call: { method: string; channel: string | null; token: string }): Fate;
  /** Slack's error code if the channel accepts no messages now; null: it does. */
  whyClosed(channel: string): string | null;
}

/** What Slack temporarily refuses: a token, a channel, or too many calls. */
export const createSlackRefusals = (
  world: World,
  {
    trouble,
    refusedMs,
    canReplaceToken,
  }: { trouble: () => number; refusedMs: () => number; canReplaceToken: boolean },
): SlackRefusals => {
  const { dice } = world;
  const closed = new Map<string, { code: string; until: number }>();
  /** By channel, or for all: rate-limited until this time. */
  const rests = new Map<string, number>();
  let badUntil = 0;
  let goodToken = FIRST_TOKEN;
  let installedToken = FIRST_TOKEN;

  const replaceToken = () => {
    goodToken = `xoxb-${Number(goodToken.slice(5)) + 1}`;
    const inMs = dice.whole(1_000, 120_000);
    world.note(`  slack: the token is replaced; Paylink is given the new one in ${inMs / 1_000} s`);
    const given = goodToken;
    void world.sleep(inMs).then(() => {
      installedToken = given;
    });
  };

  const close = (channel: string) => {
    const code = dice.pick(CLOSED);
    const until = world.now() + dice.whole(30_000, refusedMs());
    world.note(`  slack: ${channel} ${code} for ${Math.round((until - world.now()) / 1_000)} s`);
    closed.set(channel, { code, until });
  };

  const drawPassing = (): Fate => {
    const [first, ...others] = PASSING.filter(({ does }) => world.has(`slack: ${does}`));
    return first ? dice.pick([first, ...others]) : { does: 'answer' };
  };

  const drawTrouble = (method: string, channel: string | null): Fate => {
    const isOfChannel = channel?.startsWith('C') ?? false;
    switch (dice.whole(0, 9)) {
      case 0: {
        if (!world.has('rate limits')) return drawPassing();
        const seconds = dice.whole(1, 30);
        rests.set(dice.chance(0.5) ? (channel ?? '') : '', world.now() + seconds * 1_000);
        return { does: 'rest', seconds };
      }
      case 1:
        if (!world.has('revoked tokens')) return drawPassing();
        if (canReplaceToken && dice.chance(0.5)) replaceToken();
        else badUntil = world.now() + dice.whole(5_000, refusedMs());
        return { does: 'refuse', code: 'token_revoked' };
      case 2:
        if (channel === null || !isOfChannel || !method.startsWith('chat.') || !world.has('closed channels'))
          return drawPassing();
        close(channel);
        return { does: 'answer' };
      default:
        return drawPassing();
    }
  };

  return {
    installedToken: () => installedToken,
    whyClosed: (channel) => {
      const why = closed.get(channel);
      return why !== undefined && world.now() < why.until ? why.code : null;
    },
    drawFate: ({ method, channel, token }) => {
      if (token !== goodToken || world.now() < badUntil) return { does: 'refuse', code: 'token_revoked' };
      const restsUntil = Math.max(rests.get('') ?? 0, rests.get(channel ?? '') ?? 0);
      if (world.now() < restsUntil)
        return { does: 'rest', seconds: Math.ceil((restsUntil - world.now()) / 1_000) };
      if (!dice.chance(trouble())) return { does: 'answer' };
      const fate = drawTrouble(method, channel);
      if (fate.does !== 'answer')
        world.note(`  slack: ${method} ${fate.does === 'refuse' ? fate.code : fate.does}`);
      return fate;
    },
  };
};
