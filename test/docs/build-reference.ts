import type { z } from 'zod';
import { buildRefusal } from '../../src/blocks/refusal.ts';
import { COMMAND_FORMS } from '../../src/command/help-view.ts';
import { environmentSchema } from '../../src/config/environment.ts';
import { ENVIRONMENT_NAMES, SECRETS } from '../../src/config/variables.ts';
import { FIGURES } from '../../src/figures/figure-names.ts';
import {
  BUTTONS,
  buildAskRefundButton,
  buildCountAsPaidButton,
  buildRestButton,
  buildShowQrButton,
  buildWhatsappButton,
  MENU_CHOICES,
} from '../../src/links/card/card-buttons-view.ts';
import { DISPLAY_STATES, type DisplayState } from '../../src/links/sale/display-states.ts';
import { createMetrics } from '../../src/operations/metrics/metrics.ts';
import { PERMISSIONS, rolesWith } from '../../src/people/members.ts';
import { INTENTS } from '../../src/questions/intents.ts';
import { CHANNEL_ROWS } from '../../src/settings/channel-settings.ts';
import { rowsUnder, SECTIONS, type Section, type SettingRows } from '../../src/settings/setting.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import { WORKSPACE_ROWS } from '../../src/settings/workspace-settings.ts';
import { STEP, STEP_MANIFEST } from '../../src/workflow/step-function.ts';
import { buildLink } from '../fixtures/links.ts';
import { listPackages } from './list-packages.ts';
import { listStored, STORED_HEADINGS } from './list-stored.ts';
import { readFile } from './read-docs.ts';

const STEP_FUNCTION = STEP_MANIFEST.functions[STEP];

const TYPES: Record<string, string> = {
  ...{ string: 'text', 'slack#/types/channel_id': 'channel', 'slack#/types/timestamp': 'time' },
};

const listParameters = ({
  properties,
  required,
}: {
  properties: Readonly<Record<string, { type: string; title: string; description: string }>>;
  required: readonly string[];
}): string[][] =>
  Object.entries(properties).map(([name, { type, title, description }]) => [
    `*${title}*${required.includes(name) ? '' : ', or blank'}`,
    TYPES[type] ?? type,
    description,
  ]);

/** What docs/reference.md holds. */
export const buildReference = async (): Promise<string> =>
  `${[
    '# Reference',
    'Written from the code by `npm run reference`.',
    '## Commands',
    listCommands(),
    '### Questions',
    'Only you see the answer. A line sends and changes nothing.',
    buildTable(
      ['after `/paylink`', 'what it shows', 'of everybody for'],
      Object.values(INTENTS).map(({ examples, answer, forAll }) => [
        examples.map((example) => `\`${example}\``).join(' · '),
        answer,
        forAll === null ? '' : rolesWith(forAll).join(', '),
      ]),
    ),
    '## What a card says',
    buildTable(
      ['the card says', 'it means'],
      (Object.keys(DISPLAY_STATES) as DisplayState[]).map((state) => [
        DISPLAY_STATES[state].label,
        MEANINGS[state],
      ]),
    ),
    '## Buttons of a card',
    'Those without a button of their own are in the ⋯ menu.',
    buildTable(['button', 'what it does'], listButtons()),
    '## Figures',
    buildTable(
      ['figure', 'counts'],
      FIGURES.map(([name, counts]) => [`*${name}*`, counts]),
    ),
    '## Settings',
    ...(Object.keys(SECTIONS) as Section[]).flatMap((section) => [
      `### ${SECTIONS[section]}`,
      buildTable(['setting', 'usually', ''], listSettings(rowsUnder(section, WORKSPACE_ROWS))),
    ]),
    '### A channel',
    'Its own, under *Posts*.',
    buildTable(['setting', 'usually', ''], listSettings(CHANNEL_ROWS)),
    '## The step for workflows',
    `*${STEP_FUNCTION.title}*, for Slack’s Workflow Builder: [how to add it](install.md#a-step-for-workflow-builder).`,
    buildTable(['it takes', 'type', ''], listParameters(STEP_FUNCTION.input_parameters)),
    buildTable(['it gives', 'type', ''], listParameters(STEP_FUNCTION.output_parameters)),
    '## Roles',
    listRoles(),
    '## Variables of the environment',
    `These can stand in a file instead, whose path is in the variable \`<NAME>_FILE\`: ${SECRETS.map((name) => `\`${name}\``).join(', ')}.`,
    buildTable(['variable', 'meaning', 'default', 'a wrong value says'], listVariables()),
    '## Metrics',
    buildTable(['metric', 'kind', 'what it says'], await listMetrics()),
    '## What is stored',
    'Read from the descriptions of the tables, each column under what it holds. A table that is not here has only Paylink’s own ids, states, amounts, times, and what the payment service said without its free text. *Erased*: the columns about customers are emptied; *with age* that waits for `RETENTION_DAYS`. *Paylink was removed*: seven days ago, with many workspaces. *Secrets* are sealed or hashed, except `meta`: it holds the key by which Paylink knows the addresses that it handed out.',
    buildTable(STORED_HEADINGS, listStored()),
    '## Packages',
    'What the app imports, and what it is trusted with. `package-lock.json` pins the version and hash of each.',
    buildTable(['package', 'version', 'trusted with'], listPackages()),
  ].join('\n\n')}\n`;

const buildTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    // A bar would end the cell.
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** By their row in `COMMAND_FORMS`; the test fails for one without. */
export const COMMANDS_DO: Readonly<Record<string, string>> = {
  '/paylink': 'opens the form for a new payment link',
  '/paylink 250 Sara 050 123 4567':
    'opens the form filled in, as you would write it in a chat: `sara@example.com` and `for June rent` are read, too',
  '/paylink new …': 'always opens the form',
  '/paylink mine': 'lists your links, newest first',
  '/paylink unpaid': 'shows who has not paid, oldest first, and reminds them one after the other',
  '/paylink find sara last week':
    'finds links by name, phone, amount, number, state, dates, `by @omar` or `in #sales`, only for you',
  '/paylink batch': 'makes many links from an Excel or CSV file, after you have seen what is in it',
  '/paylink daily today':
    'shows you alone the day’s figures until now; `yesterday` or any other day, those of that day',
  '/paylink team last week': 'shows who made which links, what was paid and how soon, by person',
  '/paylink transactions|payouts|links':
    'shows today’s list, only to you; add dates such as `yesterday`, `last week`, `1-15 Oct` or `since Monday`',
  '/paylink payouts due': 'shows what was paid but is in no payout yet, oldest first, less refunds and fees',
  '/paylink-report': 'opens a form to choose the list and the dates; `/paylink report` does the same',
  '/paylink reconcile last month':
    'sends one Excel file of a month: from what was received to what was paid out, with payouts, transactions, links and differences; without a month it asks',
  '/paylink exports': 'lists scheduled exports and figures, to stop them or add another',
  '/paylink daily on 21:00':
    'posts the day’s figures in this channel every evening, money received first; `/paylink daily off` stops it',
  '/paylink weekly on monday 9:00':
    'posts the same for the seven days before in this channel each week; `/paylink weekly off` stops it',
  '/paylink settings': 'opens the settings, for admins: links, posts, approval, people, the form',
  '/paylink audit last week @omar export':
    'shows who did what; add dates, a person or a word to narrow it down',
  '/paylink business': 'shows your business at the payment service, and whether it is online',
  '/paylink help': 'shows what you can type',
};

const MEANINGS: Record<DisplayState, string> = {
  asked: 'above the limit: a second person has to approve it. It is not made yet',
  declined:
    'a second person declined it, so no link was made; the reason is in the messages of the person who asked',
  withdrawn: 'the person who asked took the request back, so no link was made',
  lapsed: 'nobody approved it before it would have expired, so no link was made',
  reserved: 'the payment service was asked, and has not answered yet',
  unknown:
    'the answer was lost: the link may exist. Paylink looks for it and says what is safe to do; don’t make it again until then',
  'not-made':
    'the payment service refused to make it, or said no and does not have it. *Try again* sends an unchanged form under the same number',
  waiting: 'made, and not paid yet. After *declined* the customer can try again with the same link',
  replaced:
    'it can still be paid, and nobody should: the link whose number follows took its place. Paylink watches it, and offers it no more',
  'paid-already': 'the same, because the sale was paid with the link whose number follows',
  unconfirmed:
    'a payment was reported, but the service’s records do not confirm it, or Paylink cannot tell whose it is, what it is, or how much. Don’t hand over the goods',
  partly:
    'less was paid than was asked for; not counted as paid. *Link for the remaining AED …* asks for the rest; of less than AED 10, finance presses *Count as paid in full*',
  mismatch: 'more was paid than was asked for, or in another currency; not counted as paid',
  paid: 'the payment service itself confirms the full amount. *AED … refunded*: a part went back later; *charged back*: the customer’s bank took it; *won back*: it came again',
  doubted:
    'an admin took back the answer by which it counted as paid. It stays paid, and stands in *to check* until the answer is given again',
  disputed:
    'the customer disputes the payment with their bank, or, after *Charged back*, the bank took all of it. Don’t refund it: finance answers the bank in the payment service’s dashboard',
  refunded: 'the money went back, from the payment service’s dashboard',
  expired: 'its time is over: it can no longer be paid',
  cancelled: 'somebody ended it in the payment service’s dashboard',
};

/** The sentence that who may not do it reads. */
const listRoles = (): string =>
  PERMISSIONS.map((permission) => {
    const refusal = buildRefusal({ permission, roles: rolesWith(permission), who: ['U1'] });
    return `- ${refusal.replace(' Ask <@U1>.', '')}`;
  }).join('\n');

const listCommands = (): string =>
  buildTable(
    ['in Slack', 'what it does', 'for'],
    COMMAND_FORMS.map(({ usage, needs }) => [
      `\`${usage}\``,
      COMMANDS_DO[usage] ?? '',
      needs === undefined ? 'everybody' : rolesWith(needs).join(', '),
    ]),
  );

function listButtons(): string[][] {
  const link = buildLink();
  return [
    buildShowQrButton(link),
    buildWhatsappButton(link),
    ...MENU_CHOICES.map((choice) => BUTTONS[choice](link)),
    buildRestButton(link, 5_000),
    buildCountAsPaidButton(link),
    buildAskRefundButton(link, 4_000),
  ].map(({ text, accessibility_label: does = '' }) => [`*${text.text}*`, does]);
}

function listSettings(rows: SettingRows): string[][] {
  const presets = [{ name: 'Deposit', amountFils: 50_000, notes: 'Deposit' }];
  const shown = {
    timeZone: 'Asia/Dubai',
    isBare: false,
    isForMany: false,
    workspace: { ...DEFAULT_SETTINGS, presets },
  };
  return Object.values(rows).map((row) => {
    const field = row.field(row.usual, shown);
    if (field === null) throw new Error(`no field for the setting ${row.name}`);
    const element = field.kind.ask(null);
    const [box] = element.type === 'checkboxes' ? element.options : [];
    return [field.label, (row.inMessage ?? row.plainly)(row.usual), field.hint ?? box?.text.text ?? ''];
  });
}

/** The meanings stand in `.env.example`, where who fills it in reads them. */
function listVariables(): string[][] {
  const shapes: Readonly<Record<string, z.ZodType>> = environmentSchema.shape;
  const usual: Record<string, unknown> = environmentSchema.parse({});
  const example = readFile('.env.example');
  return ENVIRONMENT_NAMES.map((name) => {
    const [, comment] =
      new RegExp(`((?:^# (?![A-Z_]+=|---).*\\n)+)^(?:# )?${name}=`, 'm').exec(example) ?? [];
    if (comment === undefined) throw new Error(`.env.example does not say what ${name} is for`);
    const value = usual[name];
    const isNone = value === undefined || (Array.isArray(value) && value.length === 0);
    // No variable that is checked at all takes a curly quote.
    const { error } = shapes[name]?.safeParse('“') ?? {};
    return [
      `\`${name}\``,
      comment.replace(/^# /gm, '').trim().replaceAll('\n', ' '),
      isNone ? 'none' : `\`${value}\``,
      error?.issues[0]?.message ?? '',
    ];
  });
}

async function listMetrics(): Promise<string[][]> {
  const metrics = createMetrics({
    readTokenTroubles: () => ({ refused: 0, lacking: 0 }),
    readBacklog: () => Promise.reject(new Error('none')),
    now: () => 0,
    noticeKinds: [],
    linkStates: [],
    startedAt: 0,
    version: '',
    build: '',
    jobKinds: [],
    isSocketConnected: () => true,
  });
  const { text } = await metrics.read();
  metrics.close();
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name = '', help = '', kind = '']) => [`\`${name}\``, kind, help],
  );
}
