import type { SlashCommand } from '@slack/bolt';
import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { type Answer, NotFoundError } from '../payment-service/index.ts';
import { isJsonObject, type JsonObject, plainName, toText } from '../payment-service/read-field.ts';
import { readRecord } from '../payment-service/records.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { findBusinessName } from '../tenancy/business-details.ts';
import {
  type BusinessField,
  buildBusinessDetails,
  buildBusinessFailure,
  buildNoBusiness,
} from './business-details-view.ts';
import { postResponse } from './post-response.ts';
import { explainReadFailure } from './report-event.ts';

/** `/paylink business`: shows the merchant's details, only to the person who asks. */
export const handleBusiness = async (command: SlashCommand, request: Request): Promise<void> => {
  const { audit, work } = request;
  await audit.write({
    teamId: readTeamId(command),
    actorId: command.user_id,
    action: 'report-read',
    subject: 'business',
  });
  const answer = async () =>
    postResponse({ url: command.response_url, isReplacing: false }, await readBusiness(request), request);
  await work.track(answer());
};

async function readBusiness({ services, teamId, log }: Request): Promise<Message> {
  try {
    const answer = await services.confirmed(teamId).businessDetails();
    const details = readBusinessDetails(answer);
    return details === null ? buildNoBusiness(answer.reference) : buildBusinessDetails(details);
  } catch (error) {
    if (error instanceof NotFoundError) return buildNoBusiness(error.reference);
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference }, 'business details not read');
    return buildBusinessFailure(failure);
  }
}

interface BusinessDetails {
  name: string | null;
  /** Every other field, unchanged and in the service's order. */
  fields: BusinessField[];
}

const SECRET =
  /key$|^key|apikey|secret|token|password|passwd|passphrase|passcode|credential|signature|hmac|privatekey|webhook|^pin$|accountid$/;
/**
 * Where money could be sent from or to: masked except for the last four characters, so people can still recognise it.
 */
const ACCOUNT_NUMBER = /iban|accountnumber|accountno$|cardnumber|^pan$/;
const DEEPEST = 4;
const MOST_FIELDS = 60;
const LONGEST = 300;

/** Null when the answer holds no business. Never throws. */
export const readBusinessDetails = (answer: Answer): BusinessDetails | null => {
  const record = readRecord(answer);
  if (record === null) return null;
  const name = findBusinessName(record);
  const fields = listFields(record.fields, []).filter(({ path, text }) => path.length > 1 || text !== name);
  return name === null && fields.length === 0 ? null : { name, fields: fields.slice(0, MOST_FIELDS) };
};

function listFields(object: JsonObject, above: string[]): BusinessField[] {
  return Object.entries(object).flatMap(([key, value]): BusinessField[] => {
    const path = [...above, key];
    const name = plainName(key);
    if (value === null || value === undefined || value === '') return [];
    // Checked before looking inside: everything within `credentials` is secret, whatever its own name.
    if (SECRET.test(name)) return [{ path, text: '', isHidden: true }];
    if (isJsonObject(value))
      return path.length < DEEPEST ? listFields(value, path) : [{ path, text: '…', isHidden: false }];
    const text = Array.isArray(value) ? listText(value) : textOf(value);
    if (text === null) return [];
    return [
      { path, text: ACCOUNT_NUMBER.test(name) ? maskNumber(text) : text.slice(0, LONGEST), isHidden: false },
    ];
  });
}

function listText(values: readonly unknown[]): string | null {
  const texts = values.flatMap((value) => textOf(value) ?? []);
  if (texts.length === values.length && texts.length > 0) return texts.join(', ');
  return values.length === 0 ? null : `${values.length} entries`;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : toText(value);

const maskNumber = (text: string): string => (text.length > 8 ? `••••${text.slice(-4)}` : '••••');
