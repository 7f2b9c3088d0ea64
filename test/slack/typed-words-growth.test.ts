// @module-tag long

import { describe, expect, test } from 'vitest';
import { readAuditWords } from '../../src/audit/index.ts';
import { cleanPhone, isBroken, isNoName, repairText } from '../../src/batches/reading/clean-cell.ts';
import { judgeDays } from '../../src/batches/reading/read-day.ts';
import { toLatinName, toOneLine } from '../../src/blocks/plain-text.ts';
import { readAmount } from '../../src/blocks/read-amount.ts';
import { cleanEmail, holdsCardNumber, isEmail } from '../../src/blocks/sensitive-text.ts';
import { escapeMrkdwn } from '../../src/blocks/text.ts';
import { readDateWords } from '../../src/calendar/date-words.ts';
import { isLikelyMeant, nearestWord } from '../../src/command/command-words.ts';
import { loadConfig } from '../../src/config/config.ts';
import { parseReportKind } from '../../src/figures/listed-row.ts';
import { readCustomerQuery } from '../../src/links/customers/known-customer-menu.ts';
import { EMPTY_LINK_FORM } from '../../src/links/form/link-form-values.ts';
import { readDraft } from '../../src/links/form/read-draft.ts';
import { readPhone } from '../../src/links/words/find-phones.ts';
import { readLinkWords } from '../../src/links/words/read-link-words.ts';
import { parseAedAmount } from '../../src/payment-service/aed-amount.ts';
import { readMonthWords } from '../../src/reconciliation/reconcile-command.ts';
import { readDailyHour } from '../../src/schedules/schedule-words.ts';
import { readSearchWords } from '../../src/search/read-search-words.ts';
import { readPresets } from '../../src/settings/presets.ts';
import { readMessageTexts } from '../../src/slack/message-text.ts';
import { readTyped } from '../../src/slack/typed-text.ts';
import { findSuperlinear } from '../fixtures/linear-time.ts';
import { IS_LONG, sample } from '../fixtures/whole-suite.ts';

const AT = { now: Date.UTC(2026, 10, 21, 8), timeZone: 'Asia/Dubai' };

/** A prefix, a repeated middle to fill the length, and a suffix. */
const ROWS: [name: string, begin: string, middle: string, end: string][] = [
  ['one letter', '', 'a', ''],
  ['a letter and a space', '', 'a ', ''],
  ['last', '', 'last ', ''],
  ['past', '', 'past ', 'x'],
  ['last October', '', 'last Oct ', ''],
  ['weekdays', '', 'mon ', ''],
  ['weekdays and last', '', 'last mon ', ''],
  ['months', '', 'oct ', ''],
  ['one long month', '1-jan', 'jan', '-'],
  ['days', '', '1-15 Oct ', ''],
  ['numbers', '', '1 ', ''],
  ['digits', '', '1', ''],
  ['digits and a stray letter', '', '1', 'x'],
  ['groups of digits', '1', ',111', ',x'],
  ['dashes', '', '-', ''],
  ['dots', 'a@', '.', ' '],
  ['spaces after last', 'last', ' ', 'x'],
  ['spaces after a number', '9', ' ', 'x'],
  ['spaces after for', 'for', ' ', 'x'],
  ['for', '', ' for', ''],
  ['currencies', '', 'aed ', 'x'],
  ['an at sign before each letter', '', '@a', ''],
  ['an at sign after each letter', '', 'a@', ''],
  ['an address without an end', 'a@', 'a', ''],
  ['addresses', '', 'a@b.c ', ''],
  ['telephone numbers', '', '050 123 4567 ', ''],
  ['opening marks of a mention', '', '<@U1', ''],
  ['mentions without an end', '', '<@U1|', ''],
  ['addresses without an end', '', '<mailto:a', ''],
  ['links without an end', '', '<https:', ''],
  ['line ends', '', '\n', 'x'],
  ['marks that open', '', '*a ', ''],
  ['marks that close', '*', 'a* ', ''],
  ['marks on both sides', '', '~a~ _b_ ', ''],
  ['quotes', '', '\n&gt;', 'x'],
  ['colons', '', ':', 'x'],
  ['joiners', '', '\u200D', 'x'],
  ['commas', '', ',', 'x'],
  ['escaped marks', '', '&amp;', ''],
  ['brackets without an end', '', '(a', ''],
  ['names of emoji without an end', '', ':a', ''],
  ['amounts for something', '', 'for 250 ', 'x'],
  ['numbered things', '', 'villa 12 ', ''],
  ['noughts', '', '0', ' '],
  ['plus signs', '', '+1 ', ''],
  ['goodbyes', 'for a', ' pls', 'x'],
  ['what it is for', '', 'rent june ', 'x'],
];

const PARSERS: [name: string, read: (text: string) => unknown][] = [
  ['the words of a date', (text) => readDateWords(text, AT)],
  ['the words after audit', (text) => readAuditWords(text, AT)],
  ['the words of a search', (text) => readSearchWords(text, AT)],
  ['the words of a link', readLinkWords],
  ['a telephone number', readPhone],
  ['the command word', (text) => [nearestWord(text), isLikelyMeant(text), parseReportKind(text)]],
  ['an amount', parseAedAmount],
  ['an amount as typed', readAmount],
  ['the hour of a close', readDailyHour],
  ['what Slack delivers', readTyped],
  ['the texts of a message', (text) => readMessageTexts({ text, attachments: [{ text, fallback: text }] })],
  [
    'what is typed into a form',
    (text) => readDraft({ ...EMPTY_LINK_FORM, notes: text, FullName: text }, AT.now, AT.timeZone),
  ],
  ['an e-mail', (text) => [cleanEmail(text), isEmail(text)]],
  ['a card number', holdsCardNumber],
  ['amounts that are offered', readPresets],
  ['the name of a customer', readCustomerQuery],
  ['the month of a reconciliation', (text) => readMonthWords(text, AT)],
  ['a day in a file', (text) => judgeDays([text], null, AT).read(text)],
  ['a cell in a file', (text) => [repairText(text), isBroken(text), isNoName(text), cleanPhone(text)]],
  ['text on a card', (text) => [escapeMrkdwn(text), toOneLine(text), toLatinName(text)]],
  ['a list in the settings', (text) => loadConfig({ ...ENV, PAYLINK_PAID_WORDS: text })],
];

const ENV = {
  PUBLIC_URL: 'https://paylink.example.com',
  SLACK_SIGNING_SECRET: 'x'.repeat(32),
  SLACK_BOT_TOKEN: 'xoxb-1',
  PAYLINK_BASE_URL: 'https://service.example.com',
  PAYLINK_API_KEY: 'a',
  PAYLINK_ACCOUNT_ID: 'b',
  PAYLINK_SECRET_KEY: 'c',
};

/** Longer than any text that reaches a parser, and short enough for all parsers and rows. */
const SHORT = 600;

describe.each(PARSERS)('%s take time in proportion to the text’s length', (_, read) => {
  test.each(sample(ROWS))('%s', (_name, begin, middle, end) => {
    const buildText = (length: number) =>
      `${begin}${middle.repeat(Math.floor((length - begin.length - end.length) / middle.length))}${end}`;
    expect(findSuperlinear(read, buildText, SHORT)).toBeNull();
  });
});

test.runIf(IS_LONG)('quadratic time is noticed', () => {
  const quadratic = (text: string) => {
    let found = 0;
    for (let one = 0; one < text.length; one += 1)
      for (let other = 0; other < text.length; other += 1)
        if (text.charCodeAt(one) !== text.charCodeAt(other)) found += 1;
    return found;
  };
  expect(findSuperlinear(quadratic, (length) => 'a'.repeat(length), SHORT * 2)).not.toBeNull();
});
