import type { CustomerScope } from '../../store/customer-store.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { readPhone } from '../words/find-phones.ts';
import type { LinkFields } from '../words/pieces.ts';
import {
  areTwoPeople,
  type Filling,
  fillKnownCustomer,
  type KnownTo,
  warnOfTwo,
} from './fill-known-customer.ts';

interface Asker {
  teamId: string;
  userId: string;
}

type Needs = Pick<LinkDependencies, 'store' | 'members' | 'settings' | 'timeZone'>;

/** Whose customers a person may find: a cashier's own, or everybody's where the workspace says so. */
export const readScope = async (
  { teamId, userId }: Asker,
  { members, settings, timeZone }: Omit<Needs, 'store'>,
): Promise<{ scope: CustomerScope; to: KnownTo }> => {
  const [seesAll, { areCustomersShared, defaultEmail: shopEmail }] = await Promise.all([
    members.may(teamId, userId, 'use-any-link'),
    settings.of(teamId),
  ]);
  const ownerId = seesAll || areCustomersShared ? null : userId;
  return { scope: { teamId, ownerId }, to: { userId, seesAll, shopEmail, timeZone } };
};

/** By the phone or the e-mail among typed words; null: neither is known. Only reads our own store. */
export const recallByWords = async (
  asker: Asker,
  { words, isDoubtful }: { words: LinkFields; isDoubtful: boolean },
  dependencies: Needs,
): Promise<Filling | null> => {
  const { Phone, Email } = words;
  if (Phone === undefined && Email === undefined) return null;
  const { customers } = dependencies.store;
  const { scope, to } = await readScope(asker, dependencies);
  const isOfShop = Email?.toLowerCase() === to.shopEmail?.toLowerCase();
  const [byPhone, byEmail] = await Promise.all([
    Phone === undefined ? null : customers.recall(scope, { phone: readPhone(Phone).number }),
    Email === undefined || isOfShop ? null : customers.recall(scope, { email: Email }),
  ]);
  if (byPhone && byEmail && areTwoPeople(byPhone, byEmail)) return warnOfTwo(byPhone, byEmail, to);
  const customer = byPhone ?? byEmail;
  return customer && fillKnownCustomer(customer, words, { ...to, isDoubtful });
};

/** Of the customer that a person chose; `typed`: what of the form the choice leaves alone. Null: not theirs to find. */
export const recallByChoice = async (
  asker: Asker,
  { linkId, typed }: { linkId: string; typed: LinkFields },
  dependencies: Needs,
): Promise<Filling | null> => {
  const { scope, to } = await readScope(asker, dependencies);
  const customer = await dependencies.store.customers.recallOf(scope, linkId);
  return customer && fillKnownCustomer(customer, typed, { ...to, isDoubtful: false });
};
