import { describe, expect, test } from 'vitest';
import { readLinkWords } from '../../src/links/words/read-link-words.ts';
import { readMessageTexts } from '../../src/slack/message-text.ts';
import { readTyped } from '../../src/slack/typed-text.ts';

describe('what Slack delivers is read as what a person wrote', () => {
  test.for<[delivered: string, read: string]>([
    ['*AED 250*', 'AED 250'],
    ['_*AED 250*_ `Sara`', 'AED 250 Sara'],
    ['```AED 250```', 'AED 250'],
    ['~AED 300~ AED 250', 'AED 250'],
    ['~*AED 300*~ *AED 250*', 'AED 250'],
    ['~250 Sara ~300', '~250 Sara ~300'],
    ['2*3 a_b_c 5 * 4 * 2', '2*3 a_b_c 5 * 4 * 2'],
    ['*250\nSara*', '*250\nSara*'],
    ['_sara_@example.com x_y@example.com', '_sara_@example.com x_y@example.com'],
    ['250 <@U012AB3CD|omar> <@U012AB3CD>', '250 @omar'],
    ['x<@U1|omar.ali>', 'x @omar.ali'],
    ['<@U1|Omar Ali>', '@Omar.Ali'],
    ['<#C012AB3CD|sales> 250', '#sales 250'],
    ['<!here> <!channel> <!subteam^S1|@desk> 250', '250'],
    ['<!date^1795000000^{date_short}|5 Nov 2026> 250', '250'],
    ['<http://sara.ae|sara.ae> <https://example.com/250>', 'sara.ae https://example.com/250'],
    ['<mailto:a@b.ae|a@b.ae> <mailto:a@b.ae>', 'a@b.ae a@b.ae'],
    ['<mailto:a@b.ae|Sara>', 'Sara a@b.ae'],
    ['<tel:+971501234567|050 123 4567> <tel:+971501234567|call>', '050 123 4567 call +971501234567'],
    [':tada: 250 :100: :+1: 10:30:00', '250 10:30:00'],
    ['&gt; *250*\n&gt; Sara &amp; Omar &lt;3', '250\nSara & Omar <3'],
  ])('%j as %j', ([delivered, read]) => {
    expect(
      readTyped(delivered)
        .replace(/[^\S\n]+/g, ' ')
        .trim(),
    ).toBe(read);
  });
});

describe('no mark of Slack’s fills in a field', () => {
  const SARA = { FullName: 'Sara Khan', Phone: '+971501234567' };
  test.for<[delivered: string, fields: object]>([
    ['*AED 250* Sara Khan 0501234567', { ...SARA, invoiceAmount: '250.00' }],
    ['~AED 300~ AED 250 Sara Khan 0501234567', { ...SARA, invoiceAmount: '250.00' }],
    ['Sara Khan <@U012AB3CD|omar> 250 0501234567', { ...SARA, invoiceAmount: '250.00' }],
    ['250 <#C0SALES250|sales> Sara Khan 0501234567', { ...SARA, invoiceAmount: '250.00' }],
    ['<!here> 250 Sara Khan 0501234567', { ...SARA, invoiceAmount: '250.00' }],
    ['<!date^1795000000^{date}|300 Nov> Sara Khan 0501234567', SARA],
    [
      '*Name:* Sara Khan\n*Amount:* `250`\n*Phone:* <tel:0501234567|0501234567>',
      { ...SARA, invoiceAmount: '250.00' },
    ],
    [
      'Sara Khan 250 <mailto:sara@example.com|sara@example.com> 0501234567 :tada:',
      { ...SARA, invoiceAmount: '250.00', Email: 'sara@example.com' },
    ],
  ])('%j', ([delivered, fields]) => {
    expect(readLinkWords(readTyped(delivered)).fields).toEqual(fields);
  });
});

describe('a message whose text says less', () => {
  const FIELDS = { FullName: 'Sara Khan', Phone: '+971501234567', invoiceAmount: '250.00' };
  const rich = (...elements: object[]) => [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] },
  ];
  test.for<[where: string, message: object]>([
    [
      'fields of a section',
      {
        text: 'New order',
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'New order' } },
          {
            type: 'section',
            fields: [
              { type: 'mrkdwn', text: '*Customer:*\nSara Khan' },
              { type: 'mrkdwn', text: '*Amount:*\nAED 250' },
              { type: 'mrkdwn', text: '*Phone:*\n<tel:0501234567|0501234567>' },
            ],
          },
        ],
      },
    ],
    [
      'rich text, with what is struck out and who is mentioned',
      {
        blocks: rich(
          { type: 'text', text: 'AED 300', style: { strike: true } },
          { type: 'text', text: ' AED 250', style: { bold: true } },
          { type: 'text', text: ' Sara Khan 0501234567 ' },
          { type: 'user', user_id: 'U012AB3CD' },
          { type: 'emoji', name: '100' },
          { type: 'date', timestamp: 1_795_000_000, format: '{date}', fallback: '400' },
        ),
      },
    ],
    [
      'fields of an attachment',
      {
        text: '',
        attachments: [
          {
            fallback: 'Order 7',
            fields: [
              { title: 'Customer', value: 'Sara Khan' },
              { title: 'Amount', value: '*AED 250*' },
              { title: 'Phone', value: '0501234567' },
            ],
          },
        ],
      },
    ],
    [
      'blocks of an attachment',
      { attachments: [{ blocks: rich({ type: 'text', text: '250 Sara Khan 0501234567' }) }] },
    ],
    ['the fallback of an attachment', { attachments: [{ fallback: '250 Sara Khan 0501234567' }] }],
  ])('is read from %s', ([, message]) => {
    const read = readMessageTexts(message).map((text) => readLinkWords(text).fields);
    expect(read).toContainEqual(expect.objectContaining(FIELDS));
  });

  test('may hold anything', () => {
    let deep: object = { type: 'text', text: 'x' };
    for (let level = 0; level < 1_000; level += 1) deep = { type: 'rich_text_section', elements: [deep] };
    const blocks = [
      { type: 'rich_text', elements: [deep] },
      null,
      7,
      { type: 'section', text: 'x', fields: {} },
    ];
    expect(readMessageTexts({ text: 7, blocks, attachments: 'x' })).toEqual(['', '', '']);
  });
});
