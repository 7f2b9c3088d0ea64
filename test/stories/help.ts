import {
  buildElsewhere,
  buildGone,
  buildNobodyAdministers,
  buildNotConnected,
  buildRefusal,
} from '../../src/blocks/refusal.ts';
import { buildTooLong } from '../../src/blocks/text.ts';
import {
  buildDidYouMean,
  buildHelp,
  buildNotOffered,
  buildUnknownCommand,
  type HelpFor,
} from '../../src/command/help-view.ts';
import { buildMissingLinks } from '../../src/links/missing/missing-links-view.ts';
import { buildDefaultChannelNews } from '../../src/settings/settings-changed-view.ts';
import { buildUnconfirmed } from '../../src/tenancy/account-view.ts';
import { buildWelcome, type WelcomeParts } from '../../src/tenancy/welcome-view.ts';
import { type Cast, message, type Story, sentence } from './story.ts';

const WELCOMES: [name: string, parts: WelcomeParts][] = [
  ['first step', { isAgain: false, isConnected: true }],
  ['again', { isAgain: true, isConnected: true }],
];

const EVERYTHING: HelpFor['permissions'] = [
  'read-reports',
  'switch-daily-close',
  'change-settings',
  'read-audit',
];
export const listHelp = ({ personId }: Cast): Story[] => {
  return [
    ...WELCOMES.map(([name, parts]) => message(`welcome, ${name}`, 'channel', buildWelcome, parts)),
    message('help', 'channel', buildHelp, { permissions: EVERYTHING, noticedWithinMs: 60_000 }),
    message('help, for a cashier', 'channel', buildHelp, { permissions: [], noticedWithinMs: null }),
    message('help, for what is not offered', 'channel', buildNotOffered, true),
    message('help, for one word', 'channel', buildDidYouMean, { typed: 'lniks', nearest: 'links', rest: '' }),
    message('help, for a command', 'channel', buildUnknownCommand, '/paylnk'),
    message('default channel', 'channel', buildDefaultChannelNews, personId),
    message('links that a restored database lacks', 'channel', buildMissingLinks, [
      { invoiceId: 'PL-261121-7K3M9Q2XAB', amountFils: 25_000 },
      ...Array.from({ length: 20 }, () => ({ invoiceId: 'PL-261121-7K3W4ZH8RD', amountFils: null })),
    ]),
    sentence('not allowed', buildRefusal, {
      permission: 'export',
      roles: ['finance', 'admin'],
      who: [personId],
    }),
    sentence('not here any more', buildGone, 'payment link'),
    sentence('of another workspace', buildElsewhere, 'payment link'),
    sentence('not connected', buildNotConnected, [personId]),
    sentence('account not confirmed', buildUnconfirmed, [personId]),
    sentence('account not confirmed, no admin', buildUnconfirmed, []),
    sentence('nobody administers', buildNobodyAdministers, personId),
    sentence('too long', buildTooLong, { length: 9_000, most: 3_000 }),
  ];
};
