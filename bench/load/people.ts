import { z } from 'zod';
import type { LeanSlack, SeenModal } from './lean-slack.ts';
import type { LoadTeam } from './load-team.ts';
import type { Ack, SpeakToApp } from './speak-to-app.ts';

export interface SeenButton {
  actionId: string;
  blockId: string;
  value: string;
}

const blockSchema = z.object({
  block_id: z.string().default(''),
  elements: z.array(z.unknown()).default([]),
});
const buttonSchema = z.object({ type: z.literal('button'), action_id: z.string(), value: z.string() });
const menuSchema = z.object({
  type: z.literal('overflow'),
  action_id: z.string(),
  options: z.array(z.object({ value: z.string() })),
});
const blocksSchema = z
  .union([z.array(z.unknown()), z.object({ blocks: z.array(z.unknown()) }).transform(({ blocks }) => blocks)])
  .catch([]);

/**
 * Finds buttons in the JSON of blocks or of a message with blocks. A menu option counts by the action in its value.
 */
export const findButtons = (json: string): SeenButton[] =>
  blocksSchema.parse(JSON.parse(json)).flatMap((block) => {
    const read = blockSchema.safeParse(block);
    if (!read.success) return [];
    return read.data.elements.flatMap((element) => {
      const blockId = read.data.block_id;
      const menu = menuSchema.safeParse(element);
      if (menu.success)
        return menu.data.options.map(({ value }) => {
          const [actionId = '', ...rest] = value.split(':');
          return { actionId, blockId, value: rest.join(':') };
        });
      const button = buttonSchema.safeParse(element);
      if (!button.success) return [];
      const { action_id: actionId, value } = button.data;
      return [{ actionId, blockId, value }];
    });
  });

const APP_ID = 'A0LOAD';
const TEN_DAYS_S = 10 * 24 * 60 * 60;

/** People's actions in Slack, as requests to the app. */
export const createPeople = ({ speak, slack }: { speak: SpeakToApp; slack: LeanSlack }) => {
  let told = 0;

  const about = (team: LoadTeam, userId: string) => ({
    team: { id: team.id, domain: team.key.toLowerCase() },
    user: { id: userId, username: userId, name: userId.toLowerCase(), team_id: team.id },
    api_app_id: APP_ID,
    token: 'not-used',
    enterprise: null,
    is_enterprise_install: false,
  });

  const say = (kind: Ack['kind'], team: LoadTeam, payload: Record<string, unknown>) =>
    speak.say(kind, team, { payload: JSON.stringify(payload) });

  return {
    newTrigger: (team: LoadTeam): string => {
      told += 1;
      return `${told}.${team.key}`;
    },

    command: (team: LoadTeam, userId: string, text: string, triggerId: string): Promise<Ack> => {
      told += 1;
      return speak.say('command', team, {
        command: '/paylink',
        text,
        team_id: team.id,
        team_domain: team.key.toLowerCase(),
        channel_id: team.channelId,
        channel_name: 'payments',
        user_id: userId,
        user_name: userId.toLowerCase(),
        api_app_id: APP_ID,
        is_enterprise_install: 'false',
        token: 'not-used',
        response_url: slack.responseUrl(team, told),
        trigger_id: triggerId,
      });
    },

    /** Submits the form of a new link; `number` makes the customer unique. */
    submit: (team: LoadTeam, userId: string, { id, metadata }: SeenModal, number: number): Promise<Ack> => {
      const digits = String(number).padStart(6, '0');
      const text = (field: string, value: string) => [
        field,
        { [field]: { type: 'plain_text_input', value } },
      ];
      return say('submission', team, {
        type: 'view_submission',
        ...about(team, userId),
        trigger_id: `${number}.s.${team.key}`,
        response_urls: [],
        view: {
          id,
          team_id: team.id,
          type: 'modal',
          callback_id: 'link_form',
          private_metadata: metadata,
          hash: String(number),
          blocks: [],
          state: {
            values: Object.fromEntries([
              text('invoiceAmount', String(100 + (number % 900))),
              text('FullName', 'Sara Khan'),
              text('Phone', `050 1${digits}`),
              text('Email', `customer.${digits}@example.com`),
              text('notes', noteOf(team, number)),
              ['expiryOn', { expiryOn: { type: 'datetimepicker', selected_date_time: inTenDays() } }],
              ['options', { options: { type: 'checkboxes', selected_options: [{ value: 'Is_QR_needed' }] } }],
              [
                'isTermsAndConditionsAccepted',
                {
                  isTermsAndConditionsAccepted: {
                    type: 'checkboxes',
                    selected_options: [{ value: 'accepted' }],
                  },
                },
              ],
              [
                'channel',
                { channel: { type: 'conversations_select', selected_conversation: team.channelId } },
              ],
            ]),
          },
        },
      });
    },

    press: (
      team: LoadTeam,
      userId: string,
      button: SeenButton,
      place: { ts: string } | { responsePath: string },
    ): Promise<Ack> => {
      told += 1;
      const isEphemeral = 'responsePath' in place;
      const ts = isEphemeral ? '1700000000.000001' : place.ts;
      return say('action', team, {
        type: 'block_actions',
        ...about(team, userId),
        trigger_id: `${told}.b.${team.key}`,
        response_url: slack.responseUrl(team, told),
        container: {
          type: 'message',
          message_ts: ts,
          channel_id: team.channelId,
          is_ephemeral: isEphemeral,
        },
        channel: { id: team.channelId, name: 'payments' },
        ...(isEphemeral ? {} : { message: { type: 'message', ts, text: '' } }),
        state: { values: {} },
        actions: [
          {
            type: 'button',
            action_id: button.actionId,
            block_id: button.blockId,
            value: button.value,
            text: { type: 'plain_text', text: '' },
            action_ts: ts,
          },
        ],
      });
    },
  };
};

export type People = ReturnType<typeof createPeople>;

/** Identifies a link on its card and at the service. */
const noteOf = (team: LoadTeam, number: number): string => `${team.key} order ${number}`;

function inTenDays(): number {
  return Math.floor(Date.now() / 60_000) * 60 + TEN_DAYS_S;
}
