import { type InSale, inSale } from '../../src/links/sale/link-in-sale.ts';
import type { Link } from '../../src/store/link.ts';

/** With what the other links of its sale mean for it. */
export const asSale = <L extends Link>(link: L, others: readonly Link[] = []): L & InSale => ({
  ...link,
  ...inSale(link, others),
});
