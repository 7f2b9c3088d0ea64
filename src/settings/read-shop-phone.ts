import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164; null: it is no phone number. */
export const readShopPhone = (text: string): string | null => {
  const phone = parsePhoneNumberFromString(text, 'AE');
  return phone?.isValid() ? phone.number : null;
};
