import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import { OPTIONAL_FIELDS, type OptionalField, type WorkspaceSettings } from '../../store/settings-store.ts';
import type { WorkspaceDependencies } from '../workspace-dependencies.ts';
import { FIELD_LABELS } from './form-settings.ts';
import { readPresets } from './presets.ts';
import { buildSettingsChanged, listSettingsChanges } from './settings-changed-view.ts';
import { FORM_SETTINGS_FORM as FORM } from './settings-fields.ts';
import { readState } from './settings-state.ts';
import { markShown } from './settings-values.ts';
import {
  CHANGED_MEANWHILE,
  createSettingsSubmission,
  type Saved,
  type SentSettings,
} from './take-settings.ts';

type OwnSettings = Pick<WorkspaceSettings, 'presets' | 'fields' | 'defaultEmail' | 'terms'>;

/** What the window shows, so that sending it does not undo another admin's change. */
export const markForm = ({ presets, fields, defaultEmail, terms }: OwnSettings): string =>
  markShown([presets, Object.entries(fields).sort(), defaultEmail, terms]);

export type ReadFormSettings =
  | { chosen: Omit<OwnSettings, 'terms'>; isTermsConfirmed: boolean; errors: null }
  | { chosen: null; errors: Record<string, string> };

/** Reads the window as Slack sends it. */
export const readFormSettings = (values: unknown): ReadFormSettings => {
  const state = readState(values);
  const always = state.ticked(FORM.always);
  const more = state.ticked(FORM.more);
  const defaultEmail = state.text(FORM.defaultEmail);
  const read = readPresets(state.text(FORM.presets) ?? '');
  const errors: Record<string, string> = {};
  if (read.fault !== null) errors[FORM.presets] = read.fault;
  const twice = OPTIONAL_FIELDS.filter((name) => always.includes(name) && more.includes(name));
  if (twice.length > 0)
    errors[FORM.more] = `In both lists: ${twice.map((name) => FIELD_LABELS[name]).join(', ')}. Choose one.`;
  if (defaultEmail === null && !always.includes('Email' satisfies OptionalField))
    errors[FORM.always] =
      'The payment service wants an e-mail: choose E-mail here, or enter the shop’s own below.';
  if (defaultEmail !== null && !isEmail(defaultEmail))
    errors[FORM.defaultEmail] =
      `Enter an e-mail of at most ${LINK_REQUEST_RULES.Email.max} characters, or leave it blank.`;
  if (read.presets === null || Object.keys(errors).length > 0) return { chosen: null, errors };
  const fields: WorkspaceSettings['fields'] = {};
  for (const name of OPTIONAL_FIELDS)
    fields[name] = always.includes(name) ? 'always' : more.includes(name) ? 'more' : 'never';
  return {
    chosen: { presets: read.presets, fields, defaultEmail },
    isTermsConfirmed: state.ticked(FORM.terms).length > 0,
    errors: null,
  };
};

/** Fits the payment service's rule and looks like a mailbox. */
const isEmail = (text: string): boolean =>
  text.length <= LINK_REQUEST_RULES.Email.max && /^[^\s@]+@[^\s@]+$/.test(text);

async function save(
  { teamId, userId, metadata, values }: SentSettings,
  { settings, audit, clock }: WorkspaceDependencies,
): Promise<Saved> {
  const now = await settings.of(teamId);
  if (metadata !== markForm(now)) return { errors: { [FORM.presets]: CHANGED_MEANWHILE } };
  const read = readFormSettings(values);
  if (read.chosen === null) return { errors: read.errors };
  const confirmed = now.terms ?? { confirmedBy: userId, confirmedAt: clock.now() };
  const chosen = { ...read.chosen, terms: read.isTermsConfirmed ? confirmed : null };
  const { before, after } = await settings.change(teamId, chosen, userId);
  const detail = listSettingsChanges(before, after);
  if (Object.keys(detail).length > 0)
    await audit.write({ teamId, actorId: userId, action: 'settings-changed', detail });
  return {
    errors: null,
    said: buildSettingsChanged({ before, after, roles: [], onlyApprover: null }),
  };
}

export const handleFormSettingsSubmission = createSettingsSubmission(FORM.presets, save);
