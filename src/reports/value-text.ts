/** Any value of JSON as one text: words and numbers as they are, nothing for null, lists and objects as JSON. */
export const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
