/** The fields of the link form that the settings name: those it shows, and those under *More details*. */
export const FORM_FIELDS = {
  knownCustomer: { label: 'Known customer', isShown: true },
  Email: { label: 'E-mail', isShown: true },
  expiryOn: { label: 'Can be paid until', isShown: true },
  Address: { label: 'Address', isShown: false },
  City: { label: 'City', isShown: false },
  Country: { label: 'Country', isShown: false },
  Invoice_Id: { label: 'Invoice number', isShown: false },
  Product_Id: { label: 'Product number', isShown: false },
  Is_QR_needed: { label: 'QR code', isShown: true },
  Is_invoice_generated: { label: 'Invoice', isShown: true },
  place: { label: 'Card goes to', isShown: true },
} as const;

export type OptionalField = keyof typeof FORM_FIELDS;

export const OPTIONAL_FIELDS = Object.keys(FORM_FIELDS) as OptionalField[];

/** Of a workspace that has not chosen. */
export const SHOWN_FIELDS = OPTIONAL_FIELDS.filter((name) => FORM_FIELDS[name].isShown);
