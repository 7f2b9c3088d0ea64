import type { Button, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { context, modal, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { countOf, plain } from '../blocks/text.ts';
import type { StoredWord } from '../teaching/taught-word-store.ts';
import { buildTaughtWords, type OperatorWords } from '../teaching/taught-words-view.ts';
import { CHANNEL_ROWS } from './channel-settings.ts';
import { buildLeaver, buildPeople } from './roles.ts';
import { buildSettingInputs, rowsUnder, SECTIONS, type Section, type SettingRows } from './setting.ts';
import type { SettingsSnapshot } from './snapshot.ts';
import { WORKSPACE_ROWS } from './workspace-settings.ts';

export const SETTINGS_WINDOW = { callbackId: 'settings', title: 'Paylink settings' } as const;

/** *Change*, of a section. */
export const sectionAction = (name: Section): string => `open_${name}_settings`;

/** A link out of Slack; the app does nothing when you press it. */
export const CONNECTION_ACTION = 'open_connection';

const joinFacts = (...facts: (string | false)[]): string => facts.filter(Boolean).join(' · ');

/** What each is now, in one line. Mrkdwn. */
const NOW: Record<Section, (now: SettingsSnapshot) => string> = {
  links: ({ values: { expiryHours, reminderHours, isQrNeeded, isInvoiceGenerated } }) =>
    joinFacts(
      `Valid ${WORKSPACE_ROWS.expiryHours.plainly(expiryHours)}`,
      reminderHours !== null && `reminder ${countOf(reminderHours, 'hour')} before`,
      isQrNeeded && 'QR code',
      isInvoiceGenerated && 'invoice',
    ),
  posts: ({ values: { defaultChannelId: id, dailyCloseAtMinute } }) =>
    joinFacts(
      `Cards ${id === null ? 'where the command is typed' : `in ${describePlace(id)}`}`,
      `daily close ${WORKSPACE_ROWS.dailyCloseAtMinute.plainly(dailyCloseAtMinute)}`,
    ),
  approval: ({ values: { approvalLimitFils: fils } }) =>
    fils === null ? 'No limit' : `Links above ${formatAed(fils)}`,
  people: ({ roles: { supervisor, finance, admin }, fixedAdmins }) =>
    joinFacts(
      countOf(admin.length + fixedAdmins.length, 'admin'),
      countOf(supervisor.length, 'supervisor'),
      `${finance.length} finance`,
    ),
  form: ({ values: { presets, terms, defaultEmail } }) =>
    joinFacts(
      presets.length === 0 ? 'No presets' : countOf(presets.length, 'preset'),
      terms === null ? 'terms not confirmed' : 'terms confirmed',
      defaultEmail === null ? 'no e-mail' : 'with e-mail',
    ),
};

interface SettingsView {
  snapshot: SettingsSnapshot;
  metadata: string;
}

/** The sections. `said`: what was just saved. `connectAddress`: a private page for entering credentials; null: they are in the environment. */
export const buildSettingsView = ({
  snapshot,
  metadata,
  said = '',
  connectAddress,
}: SettingsView & { said?: string; connectAddress: string | null }): ModalView =>
  modal(SETTINGS_WINDOW.callbackId, { title: SETTINGS_WINDOW.title, close: 'Close', metadata }, [
    ...(said === '' ? [] : [section(said, 'said')]),
    ...(Object.keys(SECTIONS) as Section[]).map((name) =>
      buildRow(`*${SECTIONS[name]}*\n${NOW[name](snapshot)}`, {
        action_id: sectionAction(name),
        text: plain('Change', limits.button.text),
        accessibility_label: `Change: ${SECTIONS[name]}`,
      }),
    ),
    ...(connectAddress === null
      ? []
      : [
          buildRow('*Payment service*\nIts credentials, on a page for you alone. Don’t share its address.', {
            action_id: CONNECTION_ACTION,
            text: plain('Open private page', limits.button.text),
            url: connectAddress,
          }),
        ]),
  ]);

const buildRow = (words: string, button: Omit<Button, 'type'>): KnownBlock => ({
  ...section(words, button.action_id),
  accessory: { type: 'button', ...button },
});

export interface SectionView extends SettingsView {
  timeZone: string;
  isForMany: boolean;
  /** Words of the service that the admins were asked about, or that were learned. */
  taughtWords: readonly StoredWord[];
  operatorWords: OperatorWords;
  /** Preselects neither people nor channel; fields left blank keep their current value. */
  isBare?: boolean;
}

/** One section, to change. */
export const buildSectionView = (name: Section, { isBare = false, ...shown }: SectionView): ModalView => {
  const { snapshot, metadata, timeZone, isForMany } = shown;
  const { channelId, values } = snapshot;
  const inputsOf = (rows: SettingRows) =>
    buildSettingInputs(rowsUnder(name, rows), values, { timeZone, isBare, isForMany });
  return modal(
    SETTINGS_WINDOW.callbackId,
    { title: SECTIONS[name], submit: 'Save', close: 'Back', metadata },
    [
      ...(name === 'people' ? [buildLeaver(), ...buildPeople({ ...snapshot, isBare })] : []),
      ...inputsOf(WORKSPACE_ROWS),
      ...(name === 'posts'
        ? [context(channelId === null ? ELSEWHERE : `For ${describePlace(channelId)} only:`, 'channel_name')]
        : []),
      ...(channelId === null ? [] : inputsOf(CHANNEL_ROWS)),
      ...(name === 'links' ? buildTaughtWords(shown.taughtWords, shown.operatorWords) : []),
    ],
  );
};

const ELSEWHERE =
  'A channel has settings of its own, where updates are posted and who is mentioned: type `/paylink settings` there.';
