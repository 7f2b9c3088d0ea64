/** The headings that Paylink writes itself, and one row to write over. */
export const TEMPLATE_HEADINGS = [
  'Amount',
  'Name',
  'Phone',
  'E-mail',
  'What for',
  'Can be paid until',
  'Invoice number',
];

export const buildTemplateRow = (day: string): string[] => [
  '250.00',
  'Sara Khan',
  '050 123 4567',
  'sara@example.com',
  'June rent',
  day,
  '',
];
