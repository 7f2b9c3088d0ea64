import { expect, test } from 'vitest';
import { InvalidRequestError } from '../../src/payment-service/index.ts';
import { findRequestField } from '../../src/payment-service/request-field.ts';
import { startAnswering } from '../fixtures/payment-service.ts';
import { readRows } from '../fixtures/record-tables.ts';
import { buildLinkRequest } from './link-requests.ts';

test.each([
  [{ message: 'Validation failed', response: { Email: 'must be valid' } }, 'Email'],
  [{ message: 'Validation failed', response: { full_name: 'bad', City: 'bad' } }, 'FullName'],
  [{ message: 'Validation failed', response: { errors: [{ field: 'notes' }] } }, 'notes'],
  [{ message: 'Validation failed', response: [{ fieldName: 'Phone' }] }, 'Phone'],
  [{ message: 'Validation failed', response: buildLinkRequest() }, null],
  [{ message: 'Bad request', response: {} }, null],
])('a 400 that says %j points at %j', async (body, field) => {
  const { client } = await startAnswering({ status: 400, body });
  const error: unknown = await client.generateLink(buildLinkRequest()).catch((reason: unknown) => reason);
  expect(error instanceof InvalidRequestError ? error.field : error).toBe(field);
});

const BY = readRows(`
  FullName | fullname, full_name, full  name, FullName, customername, customer name
  Email | email, e-mail, customerEmail, Email address, e-mail address
  Phone | phone, customerPhone, mobile number, mobileNo
  invoiceAmount | amount, invoiceamount, invoice_amount, invoice amount, invoice _amount, invoiceAmount
  notes | notes
  isTermsAndConditionsAccepted
    | isterms, is_terms, is  terms, isTermsAndConditionsAccepted, terms and conditions, Terms & conditions
  currency | currency
  expiryOn | expiry, expiryOn, expiry_on
  Is_QR_needed | qr, QR code, isqr, is_qr, is qr, isQRNeeded, Is_QR_needed
  Is_invoice_generated | isinvoicegenerated, is_invoice_generated, is  invoice  generated, isInvoiceGenerated
  Address | address, billingAddress, grip address
  City | city, customerCity
  Country | country
  Invoice_Id | invoiceid, invoice_id, invoice  id, invoiceNumber, invoice no, invoiceId
  Product_Id | productid, product_id, product  id, productId
  callback_url | callback, callback_url, callbackUrl
`);

test.each(BY)('many messages name %s', (field, names = '') => {
  for (const name of names.split(', ')) {
    expect(findRequestField(name, null), name).toBe(field);
    expect(findRequestField(`The ${name} is wrong`, null), name).toBe(field);
  }
});

const NO_FIELD = `capacity|xcity|note|footnotes|carefully named|emailed|ip address|amounts|currencys|countryside|telephone
  |immobile|addresses|inexpiry|invoice|invoice idea|product|product idea|terms|this terms|is invoice
  |this invoice generated|sqr|recallback||fullnames|artful name|xemail|is invoice generatedly|xinvoice id|xproduct id
  |biterms and conditions`;

test.each(NO_FIELD.split(/\s*\|/))('the message %j names no field', (message) => {
  expect(findRequestField(message, null)).toBeNull();
});

test('the field named first in the message wins, and a message wins over a map', () => {
  expect(findRequestField('City and Email', { Phone: 'bad' })).toBe('City');
  expect(findRequestField('Email and City', { Phone: 'bad' })).toBe('Email');
  expect(findRequestField(null, { Phone: 'bad' })).toBe('Phone');
});

test.each([
  [{ PHONE: 'bad', other: 1 }, 'Phone'],
  [{ City: '', Email: '', Phone: '', notes: '' }, 'City'],
  [{ City: '', Email: '', Phone: '', notes: '', Country: '' }, null],
  [[{ x: 1 }, 'City', null, { field: 'e_mail' }, { field: 'notes' }], 'Email'],
  [[...Array(19).fill({}), { field: 'notes' }], 'notes'],
  [[...Array(20).fill({}), { field: 'notes' }], null],
  [{ field: 'notes', fieldName: 'City' }, 'notes'],
  [{ fieldName: 'notes', property: 'City' }, 'notes'],
  [{ property: 'notes', path: 'City' }, 'notes'],
  [{ path: 'notes' }, 'notes'],
  [{ path: 5 }, null],
  [{ path: 'elsewhere' }, null],
  [{ errors: { errors: [{ path: 'notes' }] } }, 'notes'],
  [{ field: 'notes', errors: [{ field: 'City' }] }, 'notes'],
  ['notes', null],
  [null, null],
])('the faults %j point at %j', (response, field) => {
  expect(findRequestField('Validation failed', response)).toBe(field);
});
