import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPlainText, UNSEEN } from '../../src/links/words/plain-text.ts';
import { explainWords } from '../../src/links/words/please-check-view.ts';
import { readAmount } from '../../src/links/words/read-amount.ts';
import { readLinkWords } from '../../src/links/words/read-link-words.ts';
import { CODE_POINT } from '../fixtures/code-point.ts';
import { runs } from '../fixtures/whole-suite.ts';

interface Read {
  amount?: string;
  name?: string;
  phone?: string;
  email?: string;
  notes?: string;
  /** What no field has. */
  left?: string[];
  /** What the form asks to check. */
  check?: string[];
}

/** As people in shops type them, and what each must become. */
const LINES: [typed: string, read: Read][] = [
  [
    'Sara owes 250 for June, 050 123 4567',
    { amount: '250.00', name: 'Sara', phone: '+971501234567', notes: 'June' },
  ],
  ['pls send link 250 to sara 0501234567', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  ['sara khan 1.2k june rent', { amount: '1200.00', name: 'sara khan', notes: 'june rent' }],
  ['250/- sara 0501234567', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  ['Dhs.250/= sara', { amount: '250.00', name: 'sara' }],
  ['AED 250/- only Sara Khan 050-1234567', { amount: '250.00', name: 'Sara Khan', phone: '+971501234567' }],
  ['sara 250', { amount: '250.00', name: 'sara' }],
  ['250 sara', { amount: '250.00', name: 'sara' }],
  [
    'Sara Khan, 250, 0501234567, June rent',
    { amount: '250.00', name: 'Sara Khan', phone: '+971501234567', notes: 'June rent' },
  ],
  ['sara khan 0501234567 1250', { amount: '1250.00', name: 'sara khan', phone: '+971501234567' }],
  ['1,250.50 sara for deposit', { amount: '1250.50', name: 'sara', notes: 'deposit' }],
  ['1.250 sara', { amount: '1250.00', name: 'sara', check: ['two-readings'] }],
  ['1.250,50 sara', { amount: '1250.50', name: 'sara' }],
  ['1250,50 sara', { amount: '1250.50', name: 'sara' }],
  ['1,25,000 sara for villa advance', { amount: '125000.00', name: 'sara', notes: 'villa advance' }],
  ['AED1250 sara', { amount: '1250.00', name: 'sara' }],
  ['sara AED 1,250', { amount: '1250.00', name: 'sara' }],
  ['1250 dhs sara', { amount: '1250.00', name: 'sara' }],
  ['Dh 50 omar', { amount: '50.00', name: 'omar' }],
  ['درهم 50 omar', { amount: '50.00', name: 'omar' }],
  ['50 درهم omar', { amount: '50.00', name: 'omar' }],
  [
    '٢٥٠ سارة ٠٥٠١٢٣٤٥٦٧',
    { amount: '250.00', name: 'سارة', phone: '+971501234567', check: ['no-latin-name'] },
  ],
  [
    '١٬٢٥٠٫٥٠ سارة خان مقابل إيجار يونيو',
    { amount: '1250.50', name: 'سارة خان', notes: 'إيجار يونيو', check: ['no-latin-name'] },
  ],
  ['۲۵۰ sara ۰۵۰۱۲۳۴۵۶۷', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  [
    'أرسل رابط دفع ٢٥٠ درهم إلى سارة ٠٥٠١٢٣٤٥٦٧',
    { amount: '250.00', name: 'سارة', phone: '+971501234567', check: ['no-latin-name'] },
  ],
  ['sara 250 for 0501234567', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  ['for 0501234567 250 sara', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  ['sara for 250', { amount: '250.00', name: 'sara' }],
  ['sara for 250 june rent', { amount: '250.00', name: 'sara', notes: 'june rent' }],
  ['sara for june rent 250 aed', { amount: '250.00', name: 'sara', notes: 'june rent' }],
  [
    'link for sara 250 0501234567',
    { amount: '250.00', phone: '+971501234567', notes: 'sara', check: ['for-a-name'] },
  ],
  ['link for sara khan for june rent 250', { amount: '250.00', name: 'sara khan', notes: 'june rent' }],
  ['send sara a link for 250 0501234567', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  [
    'need a link for 300 for the cake, omar 0559876543',
    { amount: '300.00', name: 'omar', phone: '+971559876543', notes: 'the cake' },
  ],
  [
    'payment link 500 to Omar Nasser +971 55 987 6543 deposit',
    { amount: '500.00', name: 'Omar Nasser', phone: '+971559876543', notes: 'deposit' },
  ],
  [
    'hi can you pls send a payment link of AED 750 to Mrs. Fatima 0501112233 for catering thanks',
    { amount: '750.00', name: 'Mrs. Fatima', phone: '+971501112233', notes: 'catering' },
  ],
  ['pls charge omar 99.5 for delivery thx', { amount: '99.50', name: 'omar', notes: 'delivery' }],
  [
    'collect 1500 from Al-Maktoum Trading 04 123 4567',
    { amount: '1500.00', name: 'Al-Maktoum Trading', phone: '+97141234567' },
  ],
  ['José Müller 300 jose@example.com', { amount: '300.00', name: 'José Müller', email: 'jose@example.com' }],
  ["O'Brien 120 for lunch", { amount: '120.00', name: "O'Brien", notes: 'lunch' }],
  ['O’Brien 120 for lunch', { amount: '120.00', name: 'O’Brien', notes: 'lunch' }],
  [
    'M/S Al Noor Trading 5000 for invoice 77',
    { amount: '5000.00', name: 'M/S Al Noor Trading', notes: 'invoice 77' },
  ],
  ['sara 250 300', { amount: '250.00', name: 'sara', left: ['300'], check: ['second-amount'] }],
  ['sara 250 AED, delivery 20', { amount: '250.00', name: 'sara', notes: 'delivery', left: ['20'] }],
  ['sara 250 aed 300 aed', { amount: '250.00', name: 'sara', left: ['300 aed'], check: ['second-amount'] }],
  ['sara 250 aed 1.250', { amount: '250.00', name: 'sara', left: ['1.250'], check: ['second-amount'] }],
  [
    'sara@a.com omar@b.com 250',
    { amount: '250.00', email: 'sara@a.com', left: ['omar@b.com'], check: ['second-email'] },
  ],
  [
    '250 sara a@b.com for her mother m@b.com',
    {
      amount: '250.00',
      name: 'sara',
      email: 'a@b.com',
      notes: 'her mother m@b.com',
      check: ['second-email'],
    },
  ],
  [
    '250 Sara 050 123 4567 for her mother 050 765 4321',
    {
      amount: '250.00',
      name: 'Sara',
      phone: '+971501234567',
      notes: 'her mother 050 765 4321',
      check: ['second-phone'],
    },
  ],
  ['sara 050 123 456 250', { name: 'sara', left: ['050 123 456 250'], check: ['broken-phone'] }],
  [
    'sara 05012345678 250',
    { amount: '250.00', name: 'sara', left: ['05012345678'], check: ['broken-phone'] },
  ],
  ['sara 0531234567 250', { amount: '250.00', name: 'sara', phone: '+971531234567' }],
  ['sara 5 for water', { amount: '5.00', name: 'sara', notes: 'water', check: ['too-small'] }],
  ['sara 250 usd', { name: 'sara', left: ['250 usd'], check: ['other-currency'] }],
  ['$250 sara', { name: 'sara', left: ['$250'], check: ['other-currency'] }],
  [
    'usd 100 sara 0501234567',
    { name: 'sara', phone: '+971501234567', left: ['usd 100'], check: ['other-currency'] },
  ],
  [
    'sara 4111 1111 1111 1111 250',
    { amount: '250.00', name: 'sara', left: ['4111 1111 1111 1111'], check: ['card-number'] },
  ],
  [
    'sara 250 for rent 4111 1111 1111 1111',
    { amount: '250.00', name: 'sara', notes: 'rent 4111 1111 1111 1111', check: ['card-number'] },
  ],
  ['villa 12 sara 250', { amount: '250.00', name: 'sara', left: ['villa 12'] }],
  ['sara 250 villa 12', { amount: '250.00', name: 'sara', left: ['villa 12'] }],
  ['invoice no 77 omar 450', { amount: '450.00', name: 'omar', left: ['invoice no 77'] }],
  ['omar 450 inv#77', { amount: '450.00', name: 'omar', left: ['inv#77'] }],
  ['sara 250 june', { amount: '250.00', name: 'sara', notes: 'june', check: ['month'] }],
  ['sara 2026', { amount: '2026.00', name: 'sara', check: ['year'] }],
  ['sara 20 oct 250', { amount: '250.00', name: 'sara', left: ['20 oct'] }],
  ['sara 250 on 12/5', { amount: '250.00', name: 'sara', left: ['on 12/5'] }],
  ['sara 250 tomorrow', { amount: '250.00', name: 'sara', left: ['tomorrow'] }],
  ['sara 3 chairs 900', { amount: '900.00', name: 'sara', left: ['3 chairs'] }],
  ['750 for 3 chairs sara', { amount: '750.00', notes: '3 chairs sara' }],
  ['250.50 for chocolate cake', { amount: '250.50', notes: 'chocolate cake' }],
  ['250 rent sara', { amount: '250.00', name: 'sara', notes: 'rent' }],
  ['june rent 250 sara khan', { amount: '250.00', name: 'sara khan', notes: 'june rent' }],
  ['2.5k omar deposit', { amount: '2500.00', name: 'omar', notes: 'deposit' }],
  [
    '3k aed for ac repair flat 1204 omar 0504445566',
    { amount: '3000.00', phone: '+971504445566', notes: 'ac repair flat 1204 omar' },
  ],
  ['25 k sara', { amount: '25000.00', name: 'sara', check: ['two-readings'] }],
  ['1.2K', { amount: '1200.00' }],
  ['10k+vat omar', { name: 'omar', left: ['10k+vat'] }],
  ['5% 250 omar', { amount: '250.00', name: 'omar', left: ['5%'] }],
  [
    'sara 250 + 20 delivery',
    { amount: '250.00', name: 'sara', notes: 'delivery', left: ['20'], check: ['second-amount'] },
  ],
  ['total 250 sara', { amount: '250.00', name: 'sara' }],
  [
    'Amount: 250, Name: Sara Khan, Phone: 0501234567, Email: sara@example.com, For: June rent',
    {
      amount: '250.00',
      name: 'Sara Khan',
      phone: '+971501234567',
      email: 'sara@example.com',
      notes: 'June rent',
    },
  ],
  [
    'Name: Sara Khan\nMobile: 0501234567\nAmount: AED 1,250.50\nFor: June rent\nEmail: sara@example.com',
    {
      amount: '1250.50',
      name: 'Sara Khan',
      phone: '+971501234567',
      email: 'sara@example.com',
      notes: 'June rent',
    },
  ],
  [
    'customer name is sara khan amount is 250 phone no 0501234567',
    { amount: '250.00', name: 'sara khan', phone: '+971501234567' },
  ],
  [
    'Sara Khan\n0501234567\n250\nJune rent',
    { amount: '250.00', name: 'Sara Khan', phone: '+971501234567', notes: 'June rent' },
  ],
  ['*Sara Khan* 250 _June rent_', { amount: '250.00', name: 'Sara Khan', notes: 'June rent' }],
  ['"Sara Khan" 250 (call first)', { amount: '250.00', name: 'Sara Khan', left: ['(call first)'] }],
  [
    '0501234567 (home) Omar 250',
    { amount: '250.00', name: 'Omar', phone: '+971501234567', left: ['(home)'] },
  ],
  [':wave: sara 250', { amount: '250.00', name: 'sara' }],
  ['250aed sara', { amount: '250.00', name: 'sara' }],
  ['sara:250', { amount: '250.00', name: 'sara' }],
  ['sara,250', { amount: '250.00', name: 'sara' }],
  ['sara=250', { amount: '250.00', name: 'sara' }],
  ['sara 250.', { amount: '250.00', name: 'sara' }],
  ['sara 250!', { amount: '250.00', name: 'sara' }],
  ['250.00 sara.', { amount: '250.00', name: 'sara' }],
  [
    'Mr. Omar A. Nasser 250 050.123.4567',
    { amount: '250.00', name: 'Mr. Omar A. Nasser', phone: '+971501234567' },
  ],
  ['(050) 123-4567 omar 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['+971 (0)50 123 4567 omar 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['00971501234567 250 omar', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['971501234567 omar 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['501234567 omar 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['50 123 4567 omar 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['250 50 123 4567 omar', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['550 050 123 4567 omar', { amount: '550.00', name: 'omar', phone: '+971501234567' }],
  ['250,0501234567,omar', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['050/1234567 omar 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['omar +44 20 7946 0958 250', { amount: '250.00', name: 'omar', phone: '+442079460958' }],
  ['omar +91 98765 43210, 250', { amount: '250.00', name: 'omar', phone: '+919876543210' }],
  ['omar 00966 50 123 4567 250', { amount: '250.00', name: 'omar', phone: '+966501234567' }],
  ['‪+971 50 123 4567‬ omar 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['omar 04-1234567 250', { amount: '250.00', name: 'omar', phone: '+97141234567' }],
  ['omar 600123456', { name: 'omar', left: ['600123456'] }],
  ['omar 80012', { amount: '80012.00', name: 'omar' }],
  ['omar whatsapp 0501234567 amount 250', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  ['omar 250 on whatsapp 0501234567', { amount: '250.00', name: 'omar', phone: '+971501234567' }],
  [
    'omar 250 for delivery to 0501234567',
    { amount: '250.00', name: 'omar', phone: '+971501234567', notes: 'delivery' },
  ],
  [
    '250 for delivery pls send link to 0501234567',
    { amount: '250.00', phone: '+971501234567', notes: 'delivery' },
  ],
  ['omar has to pay 250 by 5pm', { amount: '250.00', name: 'omar', left: ['by 5pm'] }],
  ['omar will pay 250', { amount: '250.00', name: 'omar' }],
  ['Will pays 250', { amount: '250.00', name: 'Will' }],
  ['June Khan 250', { amount: '250.00', name: 'June Khan' }],
  ['April 250', { amount: '250.00', name: 'April' }],
  ['al ain cleaning 400', { amount: '400.00', name: 'al ain', notes: 'cleaning' }],
  ['for rent', { notes: 'rent' }],
  ['rent', { notes: 'rent' }],
  ['250', { amount: '250.00' }],
  ['0501234567', { phone: '+971501234567' }],
  ['sara@example.com', { email: 'sara@example.com' }],
  ['sara', { name: 'sara' }],
  ['Omar Nasser', { name: 'Omar Nasser' }],
  ['hello', {}],
  ['pls', {}],
  ['link', {}],
  ['???', {}],
  ['250 250 sara', { amount: '250.00', name: 'sara' }],
  [
    'aed 250 (two hundred fifty only) sara',
    { amount: '250.00', name: 'sara', left: ['(two hundred fifty only)'] },
  ],
  ['250 dirhams only sara', { amount: '250.00', name: 'sara' }],
  ['250 د.إ سارة', { amount: '250.00', name: 'سارة', check: ['no-latin-name'] }],
  ['د.إ 250 sara', { amount: '250.00', name: 'sara' }],
  ['1250 د.إ. sara', { amount: '1250.00', name: 'sara' }],
  ['sara 1,250 / 0501234567', { amount: '1250.00', name: 'sara', phone: '+971501234567' }],
  [
    'sara | 1,250 | 0501234567 | rent',
    { amount: '1250.00', name: 'sara', phone: '+971501234567', notes: 'rent' },
  ],
  [
    'sara - 1,250 - 0501234567 - rent',
    { amount: '1250.00', name: 'sara', phone: '+971501234567', notes: 'rent' },
  ],
  ['AED: 250 sara', { amount: '250.00', name: 'sara' }],
  ['250 k.khan', { amount: '250.00', name: 'k.khan' }],
  ['900 for 3 nights deluxe room omar', { amount: '900.00', notes: '3 nights deluxe room omar' }],
  ['sara 999999999999', { name: 'sara', left: ['999999999999'] }],
  ['sara 0.29', { amount: '0.29', name: 'sara', check: ['too-small'] }],
  ['sara 12,5', { amount: '12.50', name: 'sara' }],
  ['fees 1500 ahmed ali grade 5', { amount: '1500.00', name: 'ahmed ali', notes: 'fees', left: ['grade 5'] }],
  [
    'ahmed 1500 tuition fees grade 5',
    { amount: '1500.00', name: 'ahmed', notes: 'tuition fees', left: ['grade 5'] },
  ],
  [
    'المبلغ ١٥٠٠ درهم الاسم أحمد 0501234567',
    { amount: '1500.00', name: 'أحمد', phone: '+971501234567', check: ['no-latin-name'] },
  ],
  [
    'Hi team, Sara Khan from villa 4 wants to pay 250 for June rent, can you send her a link? 0501234567',
    { amount: '250.00', name: 'Sara Khan', phone: '+971501234567', notes: 'June rent', left: ['villa 4'] },
  ],
  [
    'Need payment link 1,800/- Mr Rajesh 056 789 1234 AC maintenance',
    { amount: '1800.00', name: 'Mr Rajesh', phone: '+971567891234', notes: 'AC maintenance' },
  ],
  [
    'Sara Khan 250 Email sara@example.com.',
    { amount: '250.00', name: 'Sara Khan', email: 'sara@example.com' },
  ],
  ['sara khan <sara@example.com> 250', { amount: '250.00', name: 'sara khan', email: 'sara@example.com' }],
  ['sara 250 cash', { amount: '250.00', name: 'sara', left: ['cash'] }],
  ['sara 250 incl vat', { amount: '250.00', name: 'sara', left: ['incl vat'] }],
  ['1250 AED for ref 20261122 omar', { amount: '1250.00', notes: 'ref 20261122 omar' }],
  ['sara 250 x2', { amount: '250.00', name: 'sara', left: ['x2'] }],
  ['sara 2x250', { name: 'sara', left: ['2x250'] }],
  ['250 + 50 sara', { amount: '250.00', name: 'sara', left: ['50'], check: ['second-amount'] }],
  [
    'sarah 1250.5 0501234567 yoga membership nov',
    { amount: '1250.50', name: 'sarah', phone: '+971501234567', notes: 'yoga membership nov' },
  ],
  [
    'maid service 180, Lina, 0523334444',
    { amount: '180.00', name: 'Lina', phone: '+971523334444', notes: 'maid service' },
  ],
  [
    'Lina 0523334444 180 cleaning 4 hrs',
    { amount: '180.00', name: 'Lina', phone: '+971523334444', notes: 'cleaning', left: ['4 hrs'] },
  ],
  [
    'khalid al-mansoori 350 oud perfume 054 222 3333',
    {
      amount: '350.00',
      name: 'khalid al-mansoori oud perfume',
      phone: '+971542223333',
      check: ['name-in-parts'],
    },
  ],
  [
    '250 for rent please, Sara 0501234567',
    { amount: '250.00', name: 'Sara', phone: '+971501234567', notes: 'rent' },
  ],
  [
    '250 for June rent, Sara Khan, 050 123 4567',
    { amount: '250.00', name: 'Sara Khan', phone: '+971501234567', notes: 'June rent' },
  ],
  ['250 K Khan 0501234567', { amount: '250.00', name: 'K Khan', phone: '+971501234567' }],
  ['250 for 0501234567 sara', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  ['sara khan 250', { amount: '250.00', name: 'sara khan' }],
  ['Sara Khan for June rent AED 1,250.50', { amount: '1250.50', name: 'Sara Khan', notes: 'June rent' }],
  ['250 for June rent', { amount: '250.00', notes: 'June rent' }],
  [
    'payment for June rent 250 sara 0501234567',
    { amount: '250.00', phone: '+971501234567', notes: 'June rent sara' },
  ],
  ['٢٥٠,٥٠ sara', { amount: '250.50', name: 'sara' }],
  ['١،٢٥٠ sara', { amount: '1250.00', name: 'sara' }],
  ['sara ٢٥٠ درهم', { amount: '250.00', name: 'sara' }],
  ['۱٬۲۵۰٫۵ sara', { amount: '1250.50', name: 'sara' }],
  ['1.250.000 sara', { amount: '1250000.00', name: 'sara' }],
  ['sara 12.500,75 aed', { amount: '12500.75', name: 'sara' }],
  ['dhs 1,250/- sara', { amount: '1250.00', name: 'sara' }],
  ['aed. 250 sara', { amount: '250.00', name: 'sara' }],
  ['250AED Sara 0501234567', { amount: '250.00', name: 'Sara', phone: '+971501234567' }],
  ['Dirhams 300 omar', { amount: '300.00', name: 'omar' }],
  ['اريد رابط ٢٥٠ sara', { amount: '250.00', name: 'sara' }],
  ['sara 1.25k', { amount: '1250.00', name: 'sara' }],
  ['sara 10K', { amount: '10000.00', name: 'sara' }],
  ['1,2k omar', { amount: '1200.00', name: 'omar' }],
  ['sara 250 for 2 nights', { amount: '250.00', name: 'sara', notes: '2 nights' }],
  [
    'omar 450 for inv 77, 0501234567',
    { amount: '450.00', name: 'omar', phone: '+971501234567', notes: 'inv 77' },
  ],
  ['omar for flat 1204 rent 4500', { amount: '4500.00', name: 'omar', notes: 'flat 1204 rent' }],
  ['omar for may rent 4500 dhs pls', { amount: '4500.00', name: 'omar', notes: 'may rent' }],
  ['omar 4500 for may rent thanks!', { amount: '4500.00', name: 'omar', notes: 'may rent' }],
  [
    'omar email omar@example.com tel 0501234567 450 for cake',
    { amount: '450.00', name: 'omar', phone: '+971501234567', email: 'omar@example.com', notes: 'cake' },
  ],
  ['to: Sara Khan 250', { amount: '250.00', name: 'Sara Khan' }],
  ['Customer: Omar Nasser, total: 450 aed', { amount: '450.00', name: 'Omar Nasser' }],
  [
    'pls make a payment link for 1200 to Lina Haddad lina@example.com for yoga classes',
    { amount: '1200.00', name: 'Lina Haddad', email: 'lina@example.com', notes: 'yoga classes' },
  ],
  ['sara 0501234567 0501234567 250', { amount: '250.00', name: 'sara', phone: '+971501234567' }],
  [
    'sara 0501234567 0559876543 250',
    { amount: '250.00', name: 'sara', phone: '+971501234567', left: ['0559876543'], check: ['second-phone'] },
  ],
  ['sara a@b.com A@B.com 250', { amount: '250.00', name: 'sara', email: 'a@b.com' }],
  [
    'sara 250 a@b.com b@c.com',
    { amount: '250.00', name: 'sara', email: 'a@b.com', left: ['b@c.com'], check: ['second-email'] },
  ],
  ['sara 250 for a@b.com', { amount: '250.00', name: 'sara', email: 'a@b.com' }],
  ['1500 Müller', { amount: '1500.00', name: 'Müller' }],
  ['1500 Łukasz Çelik', { amount: '1500.00', name: 'Łukasz Çelik' }],
  ['1500 Nguyễn Văn', { amount: '1500.00', name: 'Nguyễn Văn' }],
  ['sara 250 EUR', { name: 'sara', left: ['250 EUR'], check: ['other-currency'] }],
  ['₹500 raj', { name: 'raj', left: ['₹500'], check: ['other-currency'] }],
  ['sara 01/06/2026 250', { amount: '250.00', name: 'sara', left: ['01/06/2026'] }],
  ['sara 10:30 250', { amount: '250.00', name: 'sara', left: ['10:30'] }],
  ['2 cakes omar 180', { amount: '180.00', name: 'omar', left: ['2 cakes'] }],
  ['flat 1204 omar 4500', { amount: '4500.00', name: 'omar', left: ['flat 1204'] }],
  ['sara 250 june 2026', { amount: '250.00', name: 'sara', left: ['june 2026'] }],
  ['sara june rent 250', { amount: '250.00', name: 'sara', notes: 'june rent' }],
  ['sara rent 250', { amount: '250.00', name: 'sara', notes: 'rent' }],
  ['deposit 500 sara', { amount: '500.00', name: 'sara', notes: 'deposit' }],
  [
    'delivery 25 omar 0501234567',
    { amount: '25.00', name: 'omar', phone: '+971501234567', notes: 'delivery' },
  ],
  ['sara owes 250', { amount: '250.00', name: 'sara' }],
  ['omar pays 300 for lunch', { amount: '300.00', name: 'omar', notes: 'lunch' }],
  [
    'can u pls send link to lina 0523334444 for 180',
    { amount: '180.00', name: 'lina', phone: '+971523334444' },
  ],
];

const SEPARATORS = new RegExp(`[\\s,;\\u060C\\u061B${UNSEEN}]`, 'gu');
const bare = (text: string): string => text.replace(SEPARATORS, '');

describe('a line that a shop typed', () => {
  test.each(LINES)('%j', (typed, { amount, name, phone, email, notes, left = [], check = [] }) => {
    const { fields, unplaced, doubts } = readLinkWords(typed);
    expect(fields).toEqual(
      JSON.parse(
        JSON.stringify({ invoiceAmount: amount, FullName: name, Phone: phone, Email: email, notes }),
      ),
    );
    expect(unplaced).toEqual(left);
    expect(doubts.map(({ about }) => about)).toEqual(check);
  });
});

describe('whatever is typed', () => {
  const words = [...new Set(LINES.flatMap(([typed]) => typed.split(' ')))];
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.constantFrom(...LINES.map(([typed]) => typed)) },
    { weight: 1, arbitrary: fc.string({ unit: CODE_POINT, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789+-., /()k@:'), maxLength: 16 }) },
  );
  const typed = fc
    .tuple(fc.array(piece, { maxLength: 14 }), fc.constantFrom(' ', '  ', '', '\n', ', '))
    .map(([pieces, between]) => pieces.join(between));

  test('every character is in a field, is shown as not filled in, or is a filler', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(typed, (text) => {
        const read = readLinkWords(text);
        const { fields, pieces, unplaced, doubts } = read;
        for (const value of Object.values(fields)) expect(value).not.toBe('');
        expect(fields.invoiceAmount ?? '0.00').toMatch(/^\d+\.\d\d$/);
        expect(pieces.map((one) => bare(one.text)).join('')).toBe(bare(text));
        const of = (as: string) => pieces.filter((one) => one.as === as).map((one) => one.text);
        for (const { as } of pieces) met.add(as);
        expect(bare(unplaced.join(''))).toBe(bare(of('unplaced').join('')));
        expect(bare(fields.FullName ?? '')).toBe(bare(of('FullName').join('')));
        for (const word of of('notes')) expect(bare(fields.notes ?? '')).toContain(bare(word));
        for (const word of of('Email'))
          expect(toPlainText(word).toLowerCase()).toBe(fields.Email?.toLowerCase());
        for (const word of of('Phone'))
          expect(fields.Phone?.replace(/\D/g, '')).toContain(toPlainText(word).replace(/\D/g, '').slice(-7));
        for (const word of of('filler')) expect(word).not.toMatch(/\p{N}|@\p{L}/u);
        const [amount] = of('invoiceAmount');
        if (amount !== undefined) expect(fields.invoiceAmount).toBe(readFils(amount));
        expect(explainWords(read) === null).toBe(unplaced.length === 0 && doubts.length === 0);
      }),
      runs(3_000),
    );
    expect([...met].toSorted()).toEqual(
      ['Email', 'FullName', 'Phone', 'filler', 'invoiceAmount', 'notes', 'unplaced'].toSorted(),
    );
  });
});

/** Decimal text of an amount that stands alone. */
function readFils(text: string): string {
  const digits = String(readAmount(text)?.fils).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
