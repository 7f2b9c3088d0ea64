import type { ServiceSettings } from '../config.ts';
import type { SignatureEncoding, SignatureGet } from '../payment-service/index.ts';

export interface SignatureVariant {
  encoding: SignatureEncoding;
  get: SignatureGet;
}

const ENCODINGS: SignatureEncoding[] = ['hex', 'base64'];
const GETS: SignatureGet[] = ['query', 'path', 'path-and-query', 'empty'];

/** Every way of signing that the settings know, the one that is set first. */
export const listVariants = (
  settings: Pick<ServiceSettings, 'signatureEncoding' | 'signatureGet'>,
): SignatureVariant[] => {
  const all = ENCODINGS.flatMap((encoding) => GETS.map((get) => ({ encoding, get })));
  const isSet = ({ encoding, get }: SignatureVariant) =>
    encoding === settings.signatureEncoding && get === settings.signatureGet;
  return [...all.filter(isSet), ...all.filter((variant) => !isSet(variant))];
};

/** As it stands in `.env`. */
export const writeVariant = ({ encoding, get }: SignatureVariant): string =>
  `PAYLINK_SIGNATURE_ENCODING=${encoding} PAYLINK_SIGNATURE_GET=${get}`;
