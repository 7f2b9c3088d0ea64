import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';
import { isRefusedByPlace, readSlackFailure } from '../slack/slack-failure.ts';
import {
  type ChannelSettings,
  OPTIONAL_FIELDS,
  type OptionalField,
  type WorkspaceSettings,
} from '../store/settings-store.ts';
import { AS_WORKSPACE, MOST_MENTIONS, NEWS, PRESET_VALUE } from './channel-settings-view.ts';
import { readPresets } from './presets.ts';
import {
  isStillAsShown,
  keepUnshown,
  markShown,
  parseIsWhereTyped,
  parseSettingsMetadata,
  parseSettingsValues,
  readSettings,
  readSnapshot,
} from './read-settings.ts';
import { FIELD_LABELS } from './settings.ts';
import {
  buildChannelChanged,
  buildDefaultChannelNews,
  buildSettingsChanged,
  explainDefaultChannel,
  listChannelChanges,
  listSettingsChanges,
} from './settings-changed-view.ts';
import { CHANNEL_SETTINGS_FORM, explainSettingsFault, FORM_SETTINGS_FORM } from './settings-fields.ts';
import {
  CHANGED_MEANWHILE,
  createSettingsSubmission,
  readState,
  type Saved,
  type SentSettings,
} from './take-settings.ts';

async function saveWorkspaceSettings(sent: SentSettings, request: Request): Promise<Saved> {
  const { teamId, userId, metadata, values } = sent;
  const { members, audit } = request;
  const { isBare } = parseSettingsMetadata(metadata);
  const snapshot = await readSnapshot(teamId, request);
  if (!isStillAsShown(metadata, snapshot)) return { errors: { expiryDays: CHANGED_MEANWHILE } };
  const isWhereTyped = parseIsWhereTyped(values);
  const submitted = keepUnshown(parseSettingsValues(values), snapshot, { isBare, isWhereTyped });
  const read = readSettings(submitted, snapshot.fixedAdmins);
  if (read.chosen === null)
    return { errors: Object.fromEntries(read.faults.map((one) => [one.field, explainSettingsFault(one)])) };

  const people = new Set([...snapshot.roleHolders.map((member) => member.userId), ...read.roles.keys()]);
  const roles = await members.change(
    teamId,
    [...people].map((one) => ({ userId: one, role: read.roles.get(one) ?? null })),
    userId,
    ({ userId: subject, from, to }) =>
      audit.build({
        teamId,
        actorId: userId,
        action: 'role-changed',
        subject,
        detail: { from: from ?? 'cashier', to: to ?? 'cashier' },
      }),
  );
  if (roles === null)
    return { errors: { admin: explainSettingsFault({ field: 'admin', rule: 'last_admin' }) } };
  const { before, after } = await changeSettings(sent, read.chosen, request);
  const approvers = await members.whoMay(teamId, 'approve');
  const onlyApprover = approvers.length === 1 ? (approvers[0] ?? null) : null;
  const newChannel = before.defaultChannelId === after.defaultChannelId ? null : after.defaultChannelId;
  return {
    errors: null,
    said: buildSettingsChanged({ before, after, roles, onlyApprover }),
    afterwards: async (tell) => {
      const warning = newChannel === null ? null : await introduceIn(newChannel, userId, request);
      if (warning !== null) await tell(warning);
    },
  };
}

/** Saves settings of the workspace together with their audit entry. */
const changeSettings = (
  { teamId, userId }: SentSettings,
  chosen: Partial<WorkspaceSettings>,
  { settings, audit }: Request,
) =>
  settings.change(teamId, chosen, userId, ({ before, after }) => {
    const detail = listSettingsChanges(before, after);
    return Object.keys(detail).length === 0
      ? null
      : audit.build({ teamId, actorId: userId, action: 'settings-changed', detail });
  });

export const handleSettingsSubmission = createSettingsSubmission(saveWorkspaceSettings);

/** Announces in the channel that cards will appear there. If it cannot post, returns a warning for the admin. */
async function introduceIn(
  channelId: string,
  userId: string,
  { patientClient }: Request,
): Promise<string | null> {
  try {
    await patientClient.chat.postMessage({ channel: channelId, ...buildDefaultChannelNews(userId) });
    return null;
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isRefusedByPlace(failure)) throw error;
    return explainDefaultChannel(channelId, failure.code);
  }
}

type OwnSettings = Pick<WorkspaceSettings, 'presets' | 'fields' | 'defaultEmail' | 'shopPhone' | 'terms'>;

/** What the window shows, so that sending it does not undo another admin's change. */
export const markForm = ({ presets, fields, defaultEmail, shopPhone, terms }: OwnSettings): string =>
  markShown([presets, Object.entries(fields).sort(), defaultEmail, shopPhone, terms]);

type ReadFormSettings =
  | { chosen: Omit<OwnSettings, 'terms'>; isTermsConfirmed: boolean; errors: null }
  | { chosen: null; errors: Record<string, string> };

/** Reads the window as Slack sends it. */
const readFormSettings = (values: unknown): ReadFormSettings => {
  const state = readState(values);
  const always = state.ticked(FORM_SETTINGS_FORM.always);
  const more = state.ticked(FORM_SETTINGS_FORM.more);
  const defaultEmail = state.text(FORM_SETTINGS_FORM.defaultEmail);
  const typedPhone = state.text(FORM_SETTINGS_FORM.shopPhone);
  const shopPhone = typedPhone === null ? null : readPhoneNumber(typedPhone);
  const read = readPresets(state.text(FORM_SETTINGS_FORM.presets) ?? '');
  const errors: Record<string, string> = {};
  if (read.fault !== null) errors[FORM_SETTINGS_FORM.presets] = read.fault;
  const twice = OPTIONAL_FIELDS.filter((name) => always.includes(name) && more.includes(name));
  if (twice.length > 0)
    errors[FORM_SETTINGS_FORM.more] =
      `In both lists: ${twice.map((name) => FIELD_LABELS[name]).join(', ')}. Choose one.`;
  if (defaultEmail === null && !always.includes('Email' satisfies OptionalField))
    errors[FORM_SETTINGS_FORM.always] =
      'The payment service wants an e-mail: choose E-mail here, or enter the shop’s own below.';
  if (defaultEmail !== null && !isEmail(defaultEmail))
    errors[FORM_SETTINGS_FORM.defaultEmail] =
      `Enter an e-mail of at most ${LINK_REQUEST_RULES.Email.max} characters, or leave it blank.`;
  if (typedPhone !== null && shopPhone === null)
    errors[FORM_SETTINGS_FORM.shopPhone] = 'Enter a phone number such as 04 123 4567, or leave it blank.';
  if (read.presets === null || Object.keys(errors).length > 0) return { chosen: null, errors };
  const fields: WorkspaceSettings['fields'] = {};
  for (const name of OPTIONAL_FIELDS)
    fields[name] = always.includes(name) ? 'always' : more.includes(name) ? 'more' : 'never';
  return {
    chosen: { presets: read.presets, fields, defaultEmail, shopPhone },
    isTermsConfirmed: state.ticked(FORM_SETTINGS_FORM.terms).length > 0,
    errors: null,
  };
};

/** E.164; null: it is no phone number. */
const readPhoneNumber = (text: string): string | null => {
  const phone = parsePhoneNumberFromString(text, 'AE');
  return phone?.isValid() ? phone.number : null;
};

/** Fits the payment service's rule and looks like a mailbox. */
const isEmail = (text: string): boolean =>
  text.length <= LINK_REQUEST_RULES.Email.max && /^[^\s@]+@[^\s@]+$/.test(text);

async function saveFormSettings(sent: SentSettings, request: Request): Promise<Saved> {
  const { teamId, userId, metadata, values } = sent;
  const { settings, clock } = request;
  const now = await settings.of(teamId);
  if (metadata !== markForm(now)) return { errors: { [FORM_SETTINGS_FORM.presets]: CHANGED_MEANWHILE } };
  const read = readFormSettings(values);
  if (read.chosen === null) return { errors: read.errors };
  const confirmed = now.terms ?? { confirmedBy: userId, confirmedAt: clock.now() };
  const chosen = { ...read.chosen, terms: read.isTermsConfirmed ? confirmed : null };
  const { before, after } = await changeSettings(sent, chosen, request);
  return {
    errors: null,
    said: buildSettingsChanged({ before, after, roles: [], onlyApprover: null }),
  };
}

export const handleFormSettingsSubmission = createSettingsSubmission(saveFormSettings);

const metadataSchema = z.object({
  channelId: z.string().max(24),
  seen: z.string(),
  isBare: z.boolean().default(false),
});

export const writeChannelMetadata = (channelId: string, settings: ChannelSettings, isBare = false): string =>
  JSON.stringify({ channelId, seen: markShown(Object.entries(settings).sort()), isBare });

const chosenSchema = z.object({
  expiryHours: z.union([
    z.literal(AS_WORKSPACE).transform(() => null),
    z.coerce.number().int().min(1).max(2_160),
  ]),
  qr: z.enum([AS_WORKSPACE, 'on', 'off']),
  preset: z.string().nullable(),
  news: z.enum(NEWS),
  paidMentions: z.array(z.string()).max(MOST_MENTIONS),
});

/** Reads the window as Slack sends it. */
const readChannelSettings = (values: unknown): ChannelSettings => {
  const state = readState(values);
  const { qr, preset, news, ...chosen } = chosenSchema.parse({
    expiryHours: state.chosen(CHANNEL_SETTINGS_FORM.expiryHours),
    qr: state.chosen(CHANNEL_SETTINGS_FORM.qr),
    preset: state.chosen(CHANNEL_SETTINGS_FORM.preset),
    news: state.chosen(CHANNEL_SETTINGS_FORM.news),
    paidMentions: state.people(CHANNEL_SETTINGS_FORM.paidMentions),
  });
  return {
    ...chosen,
    isQrNeeded: qr === AS_WORKSPACE ? null : qr === 'on',
    presetName: preset?.startsWith(PRESET_VALUE) ? preset.slice(PRESET_VALUE.length) : null,
    isThreaded: news !== NEWS.channel,
    isPaidBroadcast: news === NEWS.both,
  };
};

async function saveChannelSettings(
  { teamId, userId, metadata, values }: SentSettings,
  { store, audit, clock }: Request,
): Promise<Saved> {
  const { channelId, seen, isBare } = metadataSchema.parse(JSON.parse(metadata));
  const before = await store.channelSettings.of(teamId, channelId);
  if (seen !== markShown(Object.entries(before).sort()))
    return { errors: { [CHANNEL_SETTINGS_FORM.expiryHours]: CHANGED_MEANWHILE } };
  const read = readChannelSettings(values);
  const isKept = isBare && read.paidMentions.length === 0;
  const after = isKept ? { ...read, paidMentions: before.paidMentions } : read;
  const detail = listChannelChanges(before, after);
  if (Object.keys(detail).length === 0) return { errors: null, said: null };
  const event = { teamId, actorId: userId, action: 'settings-changed', subject: channelId, detail } as const;
  const how = { by: userId, at: clock.now(), entry: audit.build(event) };
  await store.channelSettings.set(teamId, channelId, after, how);
  return { errors: null, said: buildChannelChanged({ channelId, before, after }) };
}

export const handleChannelSettingsSubmission = createSettingsSubmission(saveChannelSettings);
