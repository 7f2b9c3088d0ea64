/** The fields of the link form that the settings name: those it shows, and those under *More details*. */
export const FORM_FIELDS = {
  knownCustomer: 'Known customer',
  Email: 'E-mail',
  expiryOn: 'Can be paid until',
  Address: 'Address',
  City: 'City',
  Country: 'Country',
  Invoice_Id: 'Invoice number',
  Product_Id: 'Product number',
  Is_QR_needed: 'QR code',
  Is_invoice_generated: 'Invoice',
  place: 'Card goes to',
} as const;

export type OptionalField = keyof typeof FORM_FIELDS;

export const OPTIONAL_FIELDS = Object.keys(FORM_FIELDS) as OptionalField[];

/** Of a workspace that has not chosen. */
export const SHOWN_FIELDS: readonly OptionalField[] = ['Email'];
