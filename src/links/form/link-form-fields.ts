/**
 * The form's blocks. A request field's block and element use the interface's own name. A redrawn form keeps
 * what a person typed only while both ids stay the same.
 */
export const FORM = {
  callbackId: 'link_form',
  name: 'FullName',
  email: 'Email',
  phone: 'Phone',
  amount: 'invoiceAmount',
  notes: 'notes',
  expiry: 'expiryOn',
  options: 'options',
  terms: 'isTermsAndConditionsAccepted',
  place: 'card_place',
  channel: 'channel',
  address: 'Address',
  city: 'City',
  country: 'Country',
  invoiceId: 'Invoice_Id',
  productId: 'Product_Id',
} as const;

/** Where a card goes: to a channel, or to its creator's messages with the app. */
export const PLACE = { channel: 'channel', me: 'me' } as const;

export type PlaceChoice = keyof typeof PLACE;

export const OPTION = { qr: 'Is_QR_needed', invoice: 'Is_invoice_generated', terms: 'accepted' } as const;

/** Blocks shown only in the long form. */
export const DETAIL_FIELDS = ['Address', 'City', 'Country', 'Invoice_Id', 'Product_Id'] as const;

export type DetailField = (typeof DETAIL_FIELDS)[number];

/** What the form holds: text as typed, `null` where a field is empty. */
export interface LinkFormValues {
  FullName: string | null;
  Email: string | null;
  Phone: string | null;
  invoiceAmount: string | null;
  notes: string | null;
  /** Unix seconds, as Slack's picker gives them. */
  expiryOn: number | null;
  Is_QR_needed: boolean;
  Is_invoice_generated: boolean;
  isTermsAndConditionsAccepted: boolean;
  place: PlaceChoice;
  /** The channel to post the card in, when that is the choice. */
  channel: string | null;
  Address: string | null;
  City: string | null;
  Country: string | null;
  Invoice_Id: string | null;
  Product_Id: string | null;
}

export const EMPTY_LINK_FORM: LinkFormValues = {
  FullName: null,
  Email: null,
  Phone: null,
  invoiceAmount: null,
  notes: null,
  expiryOn: null,
  Is_QR_needed: true,
  Is_invoice_generated: false,
  isTermsAndConditionsAccepted: false,
  place: 'channel',
  channel: null,
  Address: null,
  City: null,
  Country: null,
  Invoice_Id: null,
  Product_Id: null,
};

/** The block that shows a fault of a request field. */
export const blockOfField = (field: string): string => {
  if (field === 'Is_QR_needed' || field === 'Is_invoice_generated') return FORM.options;
  return field;
};
