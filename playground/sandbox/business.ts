/** The merchant everything here belongs to. Invented, and meant to look it. */
export const BUSINESS = {
  businessId: 'SANDBOX-BUSINESS-1',
  businessName: 'Saffron Dune Trading (Sandbox)',
  tradeLicenseNumber: 'SANDBOX-000000',
  businessType: 'LLC',
  status: 'ACTIVE',
  email: 'accounts@saffron-dune.example',
  phone: '+971400000000',
  address: 'Office 12, Sample Tower, Example Street',
  city: 'Dubai',
  country: 'United Arab Emirates',
  currency: 'AED',
} as const;
