import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkView } from '../../packages/local-slack/src/check-blocks.ts';
import { buildStateValues } from '../../packages/local-slack/src/view-state.ts';
import { layOutForm, usualExpiry } from '../../src/links/form/form-layout.ts';
import { readForm } from '../../src/links/form/form-metadata.ts';
import { formFields, LINK_FORM_FIELDS } from '../../src/links/form/link-form-fields.ts';
import { beginForm, type LinkFormValues, valuesOfPreset } from '../../src/links/form/link-form-values.ts';
import { buildLinkForm, KNOWN_CUSTOMER_ACTION } from '../../src/links/form/link-form-view.ts';
import { OPTIONAL_FIELDS } from '../../src/settings/form-fields.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import type { WorkspaceSettings } from '../../src/settings/workspace-settings.ts';
import { anyFormValues } from '../fixtures/form-values.ts';
import { runs } from '../fixtures/whole-suite.ts';

const AT = { now: Date.UTC(2026, 10, 21, 8), timeZone: 'Asia/Dubai' };
const METADATA = { nonce: 'n'.repeat(20), isLong: false, askedIn: 'C0FRONTDSK' };

const someSettings: fc.Arbitrary<WorkspaceSettings> = fc
  .record({
    shownFields: fc.subarray(OPTIONAL_FIELDS),
    defaultEmail: fc.option(fc.constant('shop@souk.example')),
    defaultChannelId: fc.option(fc.constant('C0SALES001')),
    isQrNeeded: fc.boolean(),
    isInvoiceGenerated: fc.boolean(),
    terms: fc.option(fc.constant({ confirmedBy: 'U0ADMIN001', confirmedAt: 0 })),
    expiryHours: fc.integer({ min: 1, max: 8_760 }),
  })
  .map((chosen) => ({ ...DEFAULT_SETTINGS, ...chosen }));

const typedValues = anyFormValues(({ label }) =>
  label === LINK_FORM_FIELDS.Email.label
    ? fc.constant('sara@example.com')
    : fc.constantFrom('25', 'Dubai', 'x y'),
);

const askedInSome = fc.option(fc.constant('C0FRONTDSK'));

/** As a form returns them: without a channel if the card goes to a person. */
const someValues = typedValues.map((values) =>
  values.place === 'me' ? { ...values, channel: null } : values,
);

const draw = (values: LinkFormValues, settings: WorkspaceSettings, metadata = METADATA) =>
  buildLinkForm({ values, settings, metadata, ...AT });

const sendBack = (view: ReturnType<typeof draw>) =>
  readForm({
    privateMetadata: view.private_metadata ?? '',
    values: buildStateValues(view.blocks, {}, new Map()),
  });

test('no form loses a value: fields that the settings hide come back unchanged', () => {
  fc.assert(
    fc.property(someValues, someSettings, fc.boolean(), (values, settings, isLong) => {
      const view = draw(values, settings, { ...METADATA, isLong });
      expect(checkView(view)).toEqual([]);
      const back = sendBack(view);
      const { expiryOn } = back.values;
      expect(back.values).toEqual({ ...values, expiryOn });
      // An empty expiry comes back as the default in the picker, or is left to the settings.
      if (values.expiryOn !== null) expect(expiryOn).toBe(values.expiryOn);
      else if (expiryOn !== null) expect(expiryOn).toBe(usualExpiry(settings, AT, 60));
      else expect('expiryOn' in back.metadata.unshown).toBe(true);
    }),
  );
});

test('the settings’ fields show, More details adds the rest, and a value that is not the default always shows', () => {
  fc.assert(
    fc.property(typedValues, someSettings, fc.boolean(), askedInSome, (values, settings, isLong, askedIn) => {
      const { place, channel } = values;
      const isElsewhere =
        place === 'me' || channel === null || channel !== (settings.defaultChannelId ?? askedIn);
      const holds: Partial<Record<keyof LinkFormValues, boolean>> = {
        Email: settings.defaultEmail === null || values.Email !== null,
        Is_QR_needed: values.Is_QR_needed !== settings.isQrNeeded,
        Is_invoice_generated: values.Is_invoice_generated !== settings.isInvoiceGenerated,
        place: isElsewhere,
        channel: isElsewhere,
      };
      const { isShown, hasMore } = layOutForm({ values, settings, isLong, askedIn, ...AT });
      const left = new Set<string>();
      for (const [name] of formFields) {
        const optional = OPTIONAL_FIELDS.find((one) => one === (name === 'channel' ? 'place' : name));
        const isChosen = optional === undefined || settings.shownFields.includes(optional);
        const isHeld = holds[name] ?? values[name] !== null;
        expect([name, isShown(name)]).toEqual([name, isChosen || isHeld || isLong]);
        if (!isShown(name)) left.add(name);
      }
      const hasMenu = isLong || settings.shownFields.includes('knownCustomer');
      const view = draw(values, settings, { ...METADATA, isLong });
      expect(view.blocks.some(({ block_id }) => block_id === KNOWN_CUSTOMER_ACTION)).toBe(hasMenu);
      if (!hasMenu) left.add('knownCustomer');
      expect(hasMore).toBe(!isLong && left.size > 0);
    }),
    runs(500),
  );
});

test('an empty form starts with the defaults of the settings', () => {
  const settings: WorkspaceSettings = {
    ...DEFAULT_SETTINGS,
    isQrNeeded: false,
    isInvoiceGenerated: true,
    terms: { confirmedBy: 'U0ADMIN001', confirmedAt: 0 },
  };
  expect(beginForm(settings)).toMatchObject({
    Is_QR_needed: false,
    Is_invoice_generated: true,
    isTermsAndConditionsAccepted: true,
    invoiceAmount: null,
  });
  expect(beginForm(DEFAULT_SETTINGS)).toMatchObject({
    Is_QR_needed: true,
    Is_invoice_generated: false,
    isTermsAndConditionsAccepted: false,
  });
  expect(valuesOfPreset({ name: 'Tea', amountFils: 2_550, notes: 'Tea for 2' })).toEqual({
    invoiceAmount: '25.50',
    notes: 'Tea for 2',
  });
});

test('a field with an error shows', () => {
  const settings: WorkspaceSettings = {
    ...DEFAULT_SETTINGS,
    shownFields: ['Email'],
  };
  const values = { ...sendBack(draw({} as LinkFormValues, settings)).values, channel: 'C0FRONTDSK' };
  const shown = (view: ReturnType<typeof draw>) => view.blocks.map(({ block_id: id }) => id);
  expect(shown(draw(values, settings))).not.toContain('City');
  const failure = {
    what: 'Refused.',
    next: 'Correct it.',
    reference: null,
    field: 'City',
    isAboutValues: true,
  };
  const again = buildLinkForm({ values, settings, metadata: METADATA, failure, ...AT });
  expect(shown(again)).toContain('City');
  expect(shown(again)).not.toContain('Country');
  const long = shown(draw(values, settings, { ...METADATA, isLong: true }));
  expect(long).toContain('City');
  expect(long).not.toContain('more');
});

test('hours count from now, and days by the merchant’s calendar', () => {
  expect(usualExpiry({ expiryHours: 2 }, AT)).toBe(AT.now / 1000 + 7_200);
  expect(usualExpiry({ expiryHours: 720 }, AT)).toBe(AT.now / 1000 + 30 * 86_400);
  // The clocks in New York go back on 1 November.
  const inOctober = { now: Date.parse('2026-10-31T12:00:00-04:00'), timeZone: 'America/New_York' };
  expect(usualExpiry({ expiryHours: 48 }, inOctober)).toBe(Date.parse('2026-11-02T12:00:00-05:00') / 1000);
  expect(usualExpiry({ expiryHours: 2 }, { ...AT, now: AT.now + 59_999 }, 60)).toBe(AT.now / 1000 + 7_200);
});
