// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { FATIMA, FRONT_DESK, OMAR, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import {
  closeModals,
  createForm,
  issueLink,
  modalWhere,
  moreDetails,
  openForm,
  readyForm,
  showFields,
  submitForm,
} from '../fixtures/link-form.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

/** Sara and Fatima are cashiers, Omar a supervisor, Ravi an admin by the environment. */
let scene: Scene;

const SHOP = 'till@shop.example.com';
const LAYLA = {
  FullName: 'Layla Haddad',
  Email: 'layla@example.com',
  Phone: '055 111 2233',
  notes: 'Delivery',
  invoiceAmount: '250',
};
const OMAR_ALI = { FullName: 'Omar Ali', Email: 'omar@example.com', Phone: '050 765 4321' };
const ACCEPTED = { isTermsAndConditionsAccepted: { isTermsAndConditionsAccepted: ['accepted'] } };
const LAYLA_ON_FILE = 'Layla Haddad · +971551112233 · layla@example.com';

beforeEach(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
});

afterEach(() => scene.close());

const make = async (changes: Record<string, string> = {}, as = SARA): Promise<void> => {
  await issueLink(scene, { ...LAYLA, ...changes }, { as });
  await closeModals(scene, as);
};

const pay = async (): Promise<void> => {
  const orderId = scene.sandbox.links().at(-1)?.orderId ?? '';
  await scene.sandbox.pay(orderId, { callback: true });
  await cardIn(scene, /✅ Paid/);
};

const settle = (filled: Record<string, string | string[] | null>): Promise<void> =>
  saveSettings(scene, filled);

/** The form’s `amount · name · phone · e-mail · purpose`. */
const filledIn = (view: SeenView): string => {
  const { fields } = seen(view);
  const labels = [
    'Amount in AED',
    'Customer’s name',
    'Customer’s phone',
    'Customer’s e-mail',
    'What is it for?',
  ];
  return labels.map((label) => fields[label]).join(' · ');
};

const lineIn = (view: SeenView, words: string): string | undefined =>
  seen(view)
    .text.split('\n')
    .find((line) => line.includes(words));

const recalledIn = (view: SeenView) => lineIn(view, 'From earlier');
const offerIn = (view: SeenView) => lineIn(view, 'Last time');

const openLong = async (text = '', as = SARA) => moreDetails(scene, await openForm(scene, text, as), as);

const search = async (view: SeenView, query: string, as = SARA) => {
  await showFields(scene, view, { known_customer: {} }, as);
  const found = await scene.slack.options(as, { viewId: view.id }, 'known_customer', 'known_customer', query);
  return found.options;
};

/** Types in *Known customer* and chooses the first; `filled`: what was typed in the fields before. */
const choose = async (view: SeenView, query: string, { as = SARA, filled = {} } = {}): Promise<SeenView> => {
  const [first] = await search(view, query, as);
  if (!first) throw new Error(`no customer is offered for ${query}`);
  const outcome = await scene.slack.click(
    as,
    { viewId: view.id },
    { actionId: 'known_customer', chosen: first.value, filled },
  );
  if (!outcome.ok) throw new Error(outcome.problem);
  return modalWhere(scene, (top) => top.hash !== view.hash && readyForm(top) !== undefined, as);
};

describe('a known phone or e-mail', () => {
  test('fills in name and e-mail, and offers amount and purpose of the last sale beside them', async () => {
    await make();
    expect(offerIn(await openForm(scene, '0551112233'))).toBe(
      'Last time AED 250.00 for Delivery on 21 Nov 2026, still open',
    );
    await closeModals(scene);
    await pay();
    const form = await openForm(scene, '300 0551112233');
    expect(offerIn(form)).toBe('Last time AED 250.00 for Delivery, paid on 21 Nov 2026');
    await submitForm(scene, form, { ...ACCEPTED, notes: { notes: 'Cake' } });
    expect(scene.sandbox.links().at(-1)?.request).toMatchObject({
      ...{ FullName: 'Layla Haddad', Email: 'layla@example.com', Phone: '+971551112233' },
      ...{ notes: 'Cake', invoiceAmount: 300 },
    });
  });

  test('decides neither amount nor purpose, and what was typed stays; where it may be somebody else, nothing', async () => {
    await settle({ defaultEmail: SHOP });
    await make({ Email: SHOP, FullName: 'Mona Aziz', Phone: '056 777 8899' });
    await make(OMAR_ALI);
    await make();
    const known = 'From earlier: *Layla Haddad*';
    for (const [words, filled, says] of [
      ['0551112233', ` · ${LAYLA_ON_FILE} · `, known],
      ['LAYLA@example.com', ' · Layla Haddad · +971551112233 · LAYLA@example.com · ', known],
      ['99 for cake 0551112233', `99.00 · ${LAYLA_ON_FILE} · cake`, known],
      ['Layla 0551112233', ' · Layla · +971551112233 · layla@example.com · ', known],
      ['0551112233 new@example.com', ' · Layla Haddad · +971551112233 · new@example.com · ', known],
      ['0551112233 $90', ` · ${LAYLA_ON_FILE} · `, known],
      [
        '250 Omar 0551112233',
        '250.00 · Omar · +971551112233 ·  · ',
        '⚠️ From earlier: this phone is *Layla Haddad*’s. Nothing was filled in: check it.',
      ],
      [
        '250 0551112233 omar@example.com',
        '250.00 ·  · +971551112233 · omar@example.com · ',
        expect.stringContaining('phone is *Layla Haddad*’s and this e-mail *Omar Ali*’s'),
      ],
      // The shop’s own e-mail is nobody’s.
      [`250 ${SHOP}`, `250.00 ·  ·  · ${SHOP} · `, undefined],
      ['0567778899', ' · Mona Aziz · +971567778899 ·  · ', 'From earlier: *Mona Aziz*'],
    ] as const) {
      const form = await openForm(scene, words);
      expect([words, filledIn(form), recalledIn(form)]).toEqual([words, filled, says]);
      await closeModals(scene);
    }
  });

  test('brings the last amount and purpose by “Same again”, which keeps all else', async () => {
    await make();
    const form = await openForm(scene, '300 0551112233');
    await scene.slack.click(
      SARA,
      { viewId: form.id },
      { actionId: 'same_again', filled: { FullName: { FullName: 'Layla H' } } },
    );
    const filled = await modalWhere(scene, (top) => filledIn(top).endsWith('Delivery'));
    expect(filledIn(filled)).toBe('250.00 · Layla H · +971551112233 · layla@example.com · Delivery');
    expect(offerIn(filled)).toBe(offerIn(form));
    const question = await submitForm(scene, filled, ACCEPTED);
    await scene.slack.click(SARA, { viewId: question.id }, { actionId: 'another_sale' });
    const { request } = await scene.slack.until(() => scene.sandbox.links()[1]);
    expect(request).toMatchObject({ FullName: 'Layla H', invoiceAmount: 250, notes: 'Delivery' });
  });

  test('says what the customer has yet to pay, whoever asked for it, and until it is paid', async () => {
    await make({ invoiceAmount: '60', notes: 'Cake' });
    await pay();
    await make({ invoiceAmount: '205' });
    const openNow = (view: SeenView) =>
      seen(view)
        .text.split('\n')
        .filter((line) => / also has /.test(line));
    const OPEN = 'Layla also has AED 205.00 open, for Delivery since 21 Nov 2026';
    const form = await openForm(scene, '250 0551112233');
    expect(openNow(form)).toEqual([OPEN]);
    await closeModals(scene);
    expect(openNow(await choose(await openLong(), '2233'))).toEqual([OPEN]);
    await closeModals(scene);
    // Another sale for the same customer, from a card.
    await press(scene, await cardIn(scene, /Cake/), 'make_another');
    expect(openNow(await modalWith(scene, /also has/))).toEqual([OPEN]);
    await closeModals(scene);
    // Somebody else with this phone, and another name.
    expect(openNow(await openForm(scene, '250 Omar 0551112233'))).toEqual([]);
    await closeModals(scene);
    await pay();
    await cardIn(scene, /AED 205\.00.*✅ Paid/s);
    expect(openNow(await openForm(scene, '250 0551112233'))).toEqual([]);
  });

  test('says what is missing of a sale of which a part was paid, and once it is paid, all of it', async () => {
    await make({ invoiceAmount: '1000' });
    const order = (index: number) => scene.sandbox.links()[index]?.orderId ?? '';
    await scene.sandbox.pay(order(0), { amountFils: 40_000 });
    await cardIn(scene, /Partly paid/);
    const missing = 'Last time AED 1,000.00 for Delivery on 21 Nov 2026, AED 600.00 still open';
    expect(seen(await openForm(scene, '0551112233')).text).toContain(missing);
    await closeModals(scene);
    await press(scene, await cardIn(scene, /Partly paid/), 'link_for_rest');
    await submitForm(scene, await createForm(scene), {});
    await closeModals(scene);
    expect(seen(await openForm(scene, '0551112233')).text).toContain(missing);
    await closeModals(scene);
    await scene.sandbox.pay(order(1));
    await cardIn(scene, /paid in full/);
    const form = await openForm(scene, '0551112233');
    expect(offerIn(form)).toBe('Last time AED 1,000.00 for Delivery, paid on 21 Nov 2026');
    expect(seen(form).text).not.toContain('also has');
  });

  testAtLength('keeps its lines when the form is redrawn', async () => {
    await make();
    const form = await openForm(scene, '300 0551112233');
    await scene.slack.click(SARA, { viewId: form.id }, { actionId: 'more_details' });
    const long = await modalWith(scene, /Product_Id/);
    expect([recalledIn(long), offerIn(long)]).toEqual([recalledIn(form), offerIn(form)]);
  });

  testAtLength('is in the audit trail, without the customer’s data', async () => {
    await make();
    await openForm(scene, '300 0551112233');
    await closeModals(scene);
    await scene.slack.command(RAVI, FRONT_DESK, '/paylink', 'audit');
    const trail = await shown(scene, /filled in a known customer/, { as: RAVI });
    expect(JSON.stringify(trail.blocks)).not.toMatch(/Layla|1112233|layla@/);
  });
});

describe('Known customer', () => {
  test('finds by name, last digits and e-mail, and shows no full phone or e-mail', async () => {
    await make();
    await make(OMAR_ALI);
    const form = await openForm(scene);
    for (const query of ['lay', 'had la', '2233', '055 111 2233', '+971551112233', 'layla@ex', '٢٢٣٣'])
      expect(await search(form, query)).toMatchObject([{ text: 'Layla Haddad · ···2233 · la…@example.com' }]);
    for (const query of ['nobody', 'a']) expect(await search(form, query)).toEqual([]);
  });

  test('fills in the chosen customer, keeps what was typed, and another choice replaces it', async () => {
    await make();
    await make({ ...OMAR_ALI, notes: 'Cake', invoiceAmount: '80' });
    const first = await choose(await openLong(), '2233', { filled: { notes: { notes: 'Roses' } } });
    expect(filledIn(first)).toBe(` · ${LAYLA_ON_FILE} · Roses`);
    expect(recalledIn(first)).toContain('From earlier: *Layla Haddad*');
    const second = await choose(first, 'omar', {
      filled: { invoiceAmount: { invoiceAmount: '95' } },
    });
    expect(filledIn(second)).toBe('95 · Omar Ali · +971507654321 · omar@example.com · Roses');
    expect(offerIn(second)).toContain('AED 80.00 for Cake');
    // Sara made Omar's other link a moment ago.
    const question = await submitForm(scene, second, ACCEPTED);
    await scene.slack.click(SARA, { viewId: question.id }, { actionId: 'another_sale' });
    const { request } = await scene.slack.until(() => scene.sandbox.links()[2]);
    expect(request).toMatchObject({ FullName: 'Omar Ali', invoiceAmount: 95 });
  });

  testAtLength('shows an error or a question under a field that the choice filled in', async () => {
    await make();
    const chosen = await choose(await openLong('250 for cake'), 'layla');
    const submit = (Phone: string) =>
      scene.slack.submit(SARA, chosen.id, { 'Phone.1': { Phone }, ...ACCEPTED });
    expect(await submit('home')).toMatchObject({
      errors: { 'Phone.1': expect.stringContaining('Enter a phone number') },
    });
    await submit('123');
    const asked = await modalWith(scene, /couldn’t read 123/);
    const ids = asked.blocks.map((block) => (block as { block_id?: string }).block_id);
    expect(ids[ids.indexOf('Phone.1') + 1]).toBe('remark_Phone');
    expect(seen(await submitForm(scene, asked, {})).text).toContain('AED 250.00');
  });

  testAtLength('does not find a colleague’s customers', async () => {
    await make();
    const form = await openForm(scene, '', FATIMA);
    expect(await search(form, 'layla', FATIMA)).toEqual([]);
    expect(recalledIn(await openForm(scene, '250 0551112233', FATIMA))).toBeUndefined();
  });
});

describe('two cashiers with the same customer', () => {
  beforeEach(async () => {
    await make();
    await make({ notes: 'Cake', invoiceAmount: '90' }, FATIMA);
  });

  testAtLength('each are offered their own sale; a supervisor is offered the newest of all', async () => {
    const offerTo = async (as: string) => {
      const form = await openForm(scene, '0551112233', as);
      await closeModals(scene, as);
      return offerIn(form)?.replace(/ on .*/, '');
    };
    const [delivery, cake] = ['Last time AED 250.00 for Delivery', 'Last time AED 90.00 for Cake'];
    expect([await offerTo(SARA), await offerTo(FATIMA), await offerTo(OMAR)]).toEqual([
      delivery,
      cake,
      undefined,
    ]);
    await settle({ supervisor: [OMAR] });
    expect(await offerTo(OMAR)).toBe(cake);
  });

  testAtLength('are both offered the newest sale in a workspace that shares customers', async () => {
    await settle({ areCustomersShared: ['on'] });
    const form = await openForm(scene, '0551112233');
    expect(offerIn(form)).toContain('AED 90.00 for Cake');
    expect(seen(form).buttons).toEqual(['Same again', 'More details']);
    expect(await search(form, 'layla')).toHaveLength(1);
  });
});

describe('Forget this customer', () => {
  const details = async (as: string, words: RegExp): Promise<SeenView> => {
    await press(scene, await cardIn(scene, words), 'link_details', as);
    return modalWith(scene, /History/, as);
  };

  test('is for admins, asks first, erases, and says what stays', async () => {
    await make();
    await pay();
    await make({ notes: 'Cake', invoiceAmount: '90' });
    expect(seen(await details(SARA, /Delivery/)).buttons).toEqual([]);
    await closeModals(scene);
    const view = await details(RAVI, /Delivery/);
    expect(seen(view).buttons).toEqual(['Forget this customer']);
    expect(seen(view).questions.join()).toContain('This can’t be undone');
    await scene.slack.click(RAVI, { viewId: view.id }, { actionId: 'forget_customer' });
    const done = await modalWith(scene, /The customer is forgotten/, RAVI);
    expect(seen(done).text).toMatch(/erased in 1 link\b/);
    expect(seen(done).text).toContain('1 link can still be paid, is being checked or waits for approval');
    expect(seen(done).text).toContain('Erased on');
    expect(seen(done).text).toContain('AED 250.00');
    expect(JSON.stringify(done.blocks)).not.toMatch(/Layla|1112233|layla@|forget_customer/);

    const form = await openForm(scene, '300 0551112233');
    expect(recalledIn(form)).toBeUndefined();
    expect(await search(form, 'layla')).toEqual([]);
  });

  testAtLength('is refused to a former admin, and erases nothing', async () => {
    await make();
    await settle({ admin: [OMAR] });
    const view = await details(OMAR, /Delivery/);
    await settle({ admin: [] });
    await scene.slack.click(OMAR, { viewId: view.id }, { actionId: 'forget_customer' });
    await modalWith(scene, /Customers can only be forgotten by admins of Paylink/, OMAR);
    expect(recalledIn(await openForm(scene, '0551112233'))).toContain('Layla Haddad');
  });

  testAtLength('makes a choice that was already offered unavailable', async () => {
    await make();
    const form = await openForm(scene);
    const [offered] = await search(form, 'layla');
    const view = await details(RAVI, /Delivery/);
    await scene.slack.click(RAVI, { viewId: view.id }, { actionId: 'forget_customer' });
    await modalWith(scene, /The customer is forgotten/, RAVI);
    await scene.slack.click(
      SARA,
      { viewId: form.id },
      { actionId: 'known_customer', chosen: offered?.value ?? '' },
    );
    const said = await modalWith(scene, /can’t find this customer any more/);
    // On top of the form, which stays as it was.
    await scene.slack.closeView(SARA, said.id);
    expect(filledIn(scene.slack.topModal(SARA) ?? said)).toBe(' ·  ·  ·  · ');
  });
});

testAtLength('Known customer works over a socket', async () => {
  await scene.close();
  scene = await startScene({
    slack: { appToken: 'xapp-planted-token' },
    env: { SLACK_APP_TOKEN: 'xapp-planted-token', SLACK_SIGNING_SECRET: '', PUBLIC_URL: '' },
  });
  await make();
  const form = await choose(await openLong(), '2233');
  expect(filledIn(form)).toBe(` · ${LAYLA_ON_FILE} · `);
});

describe('when the store', () => {
  const begin = async (search: () => Promise<never>) => {
    await scene.close();
    scene = await startScene({
      withStore: (store) => ({ ...store, customers: { ...store.customers, search } }),
    });
    return namesIn(await openForm(scene));
  };
  const namesIn = async (form: SeenView) => (await search(form, 'layla')).map(({ text }) => text);

  testAtLength('fails, the menu says so with a reference', async () => {
    const [option] = await begin(() => Promise.reject(new Error('planted')));
    const reference = /Something went wrong \((\S+)\)\. Type the details instead\./.exec(option ?? '')?.[1];
    expect(reference).toBeDefined();
    expect(scene.logLines.join('')).toContain(`"reference":"${reference}"`);
  });

  testAtLength('is slow, the menu says so before Slack gives up', async () => {
    const options = await begin(() => new Promise(() => {}));
    expect(options).toEqual(['This takes too long now. Type the details instead.']);
  });
});
