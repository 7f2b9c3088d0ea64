// @module-tag by-hand
// @module-tag browser

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { giveFile } from '../batches/batch-scene.ts';
import { buildWorkbook } from '../batches/sheets.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { field, messages, modal, PAGE, page, see, shoot, visit } from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE });
  return scene;
};

visit('the question about a file', start, () => {
  const give = async (name: string, text: string | Buffer): Promise<void> => {
    for (const { id } of scene.slack.modals(SARA)) await scene.slack.closeView(SARA, id, true);
    await giveFile(scene, { name, bytes: Buffer.from(text) });
    await see(modal(), 'choose what each column holds');
  };
  const choose = (menu: string, option: string) =>
    field(menu).locator('select').selectOption({ label: option });
  const preview = async (): Promise<void> => {
    await page.getByTestId('submit').click();
    await see(modal(), 'Check before creating');
    await see(modal(), /will be sent as/);
  };

  test('of nine columns asks for what is not known, and the preview says how it was read', async () => {
    await give(
      'tenants.csv',
      [
        'Unit,Tenant,Mobile,E-mail,Annual Rent,Paid so far,Remaining,Due Date,Stage',
        '402,Sara Khan,0501234567,sara@example.com,"48,000.00","36,000.00","12,000.00",20/12/2026,Open',
        '1203,Omar Ali,0507654321,omar@example.com,"60,000.00","60,000.00",0.00,20/12/2026,Paid',
        '88,Mona Ali,0507654322,mona@example.com,"30,000.00","29,500.00",500.00,20/12/2026,Open',
      ].join('\n'),
    );
    await shoot('file-question');
    await field('batch_left.0').scrollIntoViewIfNeeded();
    await shoot('file-question-below');
    await choose('batch_invoiceAmount.0', 'Remaining: 12,000.00');
    await choose('batch_notes.0', 'Unit: 402');
    await choose('batch_expiryOn.0', 'Due Date: 20/12/2026');
    await field('batch_left.0').locator('input').first().check();
    await preview();
    await see(modal(), /Left out, because Stage says “Paid”/);
    await shoot('file-preview');
    await modal().getByText('Change columns').click();
    await see(modal(), 'choose what each column holds');
    expect(await field('batch_invoiceAmount.0').locator('select').inputValue()).toContain('Remaining');
  });

  test('without headings, and of two sheets, shows what it was read as', async () => {
    const rows = [
      [250, 'Sara Khan', '0501234567', 'a@example.com', 'Rent'],
      [300, 'Omar Ali', '0507654321', 'b@example.com', 'Rent'],
    ];
    await give(
      'year.xlsx',
      buildWorkbook([
        { name: 'January', rows },
        { name: 'February', rows: [rows[1] ?? []], hidden: [1] },
      ]),
    );
    await shoot('file-question-sheets');
    await field('batch_sheet').locator('select').selectOption({ label: 'February' });
    await see(modal(), 'Hidden (1 row)');
    await shoot('file-question-other-sheet');
  });

  test('of an accounting program, is followed by its links', async () => {
    await give('invoices.csv', await readFile(new URL('../batches/lists/head-zoho.csv', import.meta.url)));
    await choose('batch_invoiceAmount.0', 'Balance: 250.00');
    await choose('batch_expiryOn.0', 'Due Date: 2027-12-20');
    await choose('batch_Invoice_Id.0', 'Invoice Number: INV-000012');
    await shoot('file-question-invoices');
    await preview();
    await shoot('file-preview-invoices');
    await modal().getByText('Create 1 link', { exact: true }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await see(modal(), /being created now/);
    await page.getByTestId('close').click();
    await see(messages().last(), /0 of 1 paid/);
    await shoot('file-card');
  });
});
