// @module-tag first

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPlainText } from '../../src/blocks/plain-text.ts';
import { readPhone } from '../../src/links/words/find-phones.ts';
import { explainWords } from '../../src/links/words/please-check-view.ts';
import { readLinkWords } from '../../src/links/words/read-link-words.ts';
import { CODE_POINT } from '../fixtures/code-point.ts';
import { runs } from '../fixtures/whole-suite.ts';

/** Text as shops type it (⏎: a new line), and the fields it fills; left: not filled in; check: the form asks about it. */
const LINES = `
  Dhs.250/= sara → AED 250.00 · name sara
  1.250 sara → AED 1250.00 · name sara · check two-readings
  1.250,50 sara → AED 1250.50 · name sara
  1,25,000 sara for villa advance → AED 125000.00 · name sara · for villa advance
  درهم 50 omar → AED 50.00 · name omar
  50 درهم omar → AED 50.00 · name omar
  ٢٥٠ سارة ٠٥٠١٢٣٤٥٦٧ → AED 250.00 · name سارة · phone +971501234567 · check no-latin-name
  ١٬٢٥٠٫٥٠ سارة خان مقابل إيجار يونيو → AED 1250.50 · name سارة خان · for إيجار يونيو · check no-latin-name
  ۲۵۰ sara ۰۵۰۱۲۳۴۵۶۷ → AED 250.00 · name sara · phone +971501234567
  أرسل رابط دفع ٢٥٠ درهم إلى سارة ٠٥٠١٢٣٤٥٦٧ → AED 250.00 · name سارة · phone +971501234567 · check no-latin-name
  for 0501234567 250 sara → AED 250.00 · name sara · phone +971501234567
  sara for 250 → AED 250.00 · name sara
  sara for 250 june rent → AED 250.00 · name sara · for june rent
  link for sara 250 0501234567 → AED 250.00 · phone +971501234567 · for sara · check for-a-name
  link for sara khan for june rent 250 → AED 250.00 · name sara khan · for june rent
  need a link for 300 for the cake, omar 0559876543 → AED 300.00 · name omar · phone +971559876543 · for the cake
  hi can you pls send a payment link of AED 750 to Mrs. Fatima 0501112233 for catering thanks → AED 750.00 · name Mrs. Fatima · phone +971501112233 · for catering
  collect 1500 from Al-Maktoum Trading 04 123 4567 → AED 1500.00 · name Al-Maktoum Trading · phone +97141234567
  José Müller 300 jose@example.com → AED 300.00 · name José Müller · email jose@example.com
  O’Brien 120 for lunch → AED 120.00 · name O’Brien · for lunch
  10 000 Sara → AED 10000.00 · name Sara
  ١٠ ٠٠٠ sara → AED 10000.00 · name sara
  AED 10\u00a0000,50 sara → AED 10000.50 · name sara
  1 250 000 sara → AED 1250000.00 · name sara
  1 250 000.75 dhs sara → AED 1250000.75 · name sara
  10 050 123 4567 sara → AED 10.00 · name sara · phone +971501234567
  12 500 dhs sara → name sara · left 12 500 dhs · check two-numbers
  AED 1 250 sara → name sara · left AED 1 250 · check two-numbers
  sara for rent 2 500 → name sara · for rent 2 500 · check two-numbers
  sara 12 500, 300 aed → AED 300.00 · name sara · left 12 500
  1 25 000 sara → name sara · left 1 25 000
  10 000.505 sara → name sara · left 10 000.505
  villa 12 500 dhs sara → name sara · left villa 12 500 dhs · check two-numbers
  10 000 000 sara → AED 10000000.00 · name sara
  12’500 sara → name sara · left 12’500
  2 cakes 500 → AED 500.00 · left 2 cakes
  250⏎300 sara → AED 250.00 · name sara · left 300 · check second-amount
  sara 250 AED, delivery 20 → AED 250.00 · name sara · for delivery · left 20
  sara 250 aed 1.250 → name sara · left 250 aed · left 1.250 · check unsure-amount · check unsure-amount
  sara@a.com omar@b.com 250 → AED 250.00 · email sara@a.com · left omar@b.com · check second-email
  250 sara a@b.com for her mother m@b.com → AED 250.00 · name sara · email a@b.com · for her mother m@b.com · check second-email
  250 Sara 050 123 4567 for her mother 050 765 4321 → AED 250.00 · name Sara · phone +971501234567 · for her mother 050 765 4321 · check second-phone
  sara 050 123 456 250 → name sara · left 050 123 456 250 · check broken-phone
  sara 05012345678 250 → AED 250.00 · name sara · left 05012345678 · check broken-phone
  sara 5 for water → AED 5.00 · name sara · for water · check too-small
  $250 sara → name sara · left $250 · check other-currency
  usd 100 sara 0501234567 → name sara · phone +971501234567 · left usd 100 · check other-currency
  sara 4111 1111 1111 1111 250 → AED 250.00 · name sara · left 4111 1111 1111 1111 · check card-number
  sara 250 for rent 4111 1111 1111 1111 → AED 250.00 · name sara · for rent 4111 1111 1111 1111 · check card-number
  invoice no 77 omar 450 → AED 450.00 · name omar · left invoice no 77
  sara 250 june → AED 250.00 · name sara · for june
  sara 2026 → AED 2026.00 · name sara · check year
  sara 20 oct 250 → AED 250.00 · name sara · left 20 oct
  250 rent sara → AED 250.00 · name sara · for rent
  2.5k omar deposit → AED 2500.00 · name omar · for deposit
  3k aed for ac repair flat 1204 omar 0504445566 → AED 3000.00 · phone +971504445566 · for ac repair flat 1204 omar
  25 k sara → AED 25000.00 · name sara · check two-readings
  10k+vat omar → name omar · left 10k+vat
  Name: Sara Khan⏎Mobile: 0501234567⏎Amount: AED 1,250.50⏎For: June rent⏎Email: sara@example.com → AED 1250.50 · name Sara Khan · phone +971501234567 · email sara@example.com · for June rent
  *Sara Khan* 250 _June rent_ → AED 250.00 · name Sara Khan · for June rent
  "Sara Khan" 250 (call first) → AED 250.00 · name Sara Khan · left (call first)
  :wave: sara 250 → AED 250.00 · name sara
  sara 250. → AED 250.00 · name sara
  250.00 sara. → AED 250.00 · name sara
  Mr. Omar A. Nasser 250 050.123.4567 → AED 250.00 · name Mr. Omar A. Nasser · phone +971501234567
  50 123 4567 omar 250 → AED 250.00 · name omar · phone +971501234567
  250 50 123 4567 omar → AED 250.00 · name omar · phone +971501234567
  550 050 123 4567 omar → AED 550.00 · name omar · phone +971501234567
  omar +44 20 7946 0958 250 → AED 250.00 · name omar · phone +442079460958
  omar +91 98765 43210, 250 → AED 250.00 · name omar · phone +919876543210
  omar 00966 50 123 4567 250 → AED 250.00 · name omar · phone +966501234567
  ‪+971 50 123 4567‬ omar 250 → AED 250.00 · name omar · phone +971501234567
  omar 04-1234567 250 → AED 250.00 · name omar · phone +97141234567
  omar 600123456 → name omar · left 600123456
  omar whatsapp 0501234567 amount 250 → AED 250.00 · name omar · phone +971501234567
  omar 250 on whatsapp 0501234567 → AED 250.00 · name omar · phone +971501234567
  omar 250 for delivery to 0501234567 → AED 250.00 · name omar · phone +971501234567 · for delivery
  Will pays 250 → AED 250.00 · name Will
  April 250 → AED 250.00 · name April
  rent → for rent
  pls →
  250 250 sara → AED 250.00 · name sara
  aed 250 (two hundred fifty only) sara → AED 250.00 · name sara · left (two hundred fifty only)
  250 د.إ سارة → AED 250.00 · name سارة · check no-latin-name
  د.إ 250 sara → AED 250.00 · name sara
  1250 د.إ. sara → AED 1250.00 · name sara
  sara 999999999999 → name sara · left 999999999999
  sara 0.29 → AED 0.29 · name sara · check too-small
  sara 12,5 → AED 12.50 · name sara
  المبلغ ١٥٠٠ درهم الاسم أحمد 0501234567 → AED 1500.00 · name أحمد · phone +971501234567 · check no-latin-name
  Hi team, Sara Khan from villa 4 wants to pay 250 for June rent, can you send her a link? 0501234567 → AED 250.00 · name Sara Khan · phone +971501234567 · for June rent · left villa 4
  Need payment link 1,800/- Mr Rajesh 056 789 1234 AC maintenance → AED 1800.00 · name Mr Rajesh · phone +971567891234 · for AC maintenance
  1250 AED for ref 20261122 omar → AED 1250.00 · for ref 20261122 omar
  sara 250 x2 → name sara · left 250 · left x2 · check unsure-amount
  sara 2x250 → name sara · left 2x250
  maid service 180, Lina, 0523334444 → AED 180.00 · name Lina · phone +971523334444 · for maid service
  Lina 0523334444 180 cleaning 4 hrs → AED 180.00 · name Lina · phone +971523334444 · for cleaning 4 hrs
  khalid al-mansoori 350 oud perfume 054 222 3333 → AED 350.00 · name khalid al-mansoori oud perfume · phone +971542223333 · check odd-name
  250 for June rent, Sara Khan, 050 123 4567 → AED 250.00 · name Sara Khan · phone +971501234567 · for June rent
  250 K Khan 0501234567 → AED 250.00 · name K Khan · phone +971501234567
  250 for 0501234567 sara → AED 250.00 · name sara · phone +971501234567
  payment for June rent 250 sara 0501234567 → AED 250.00 · phone +971501234567 · for June rent sara
  ٢٥٠,٥٠ sara → AED 250.50 · name sara
  ١،٢٥٠ sara → AED 1250.00 · name sara
  sara ٢٥٠ درهم → AED 250.00 · name sara
  ۱٬۲۵۰٫۵ sara → AED 1250.50 · name sara
  1.250.000 sara → AED 1250000.00 · name sara
  sara 12.500,75 aed → AED 12500.75 · name sara
  dhs 1,250/- sara → AED 1250.00 · name sara
  250AED Sara 0501234567 → AED 250.00 · name Sara · phone +971501234567
  اريد رابط ٢٥٠ sara → AED 250.00 · name sara
  sara 1.25k → AED 1250.00 · name sara
  sara 10K → AED 10000.00 · name sara
  1,2k omar → AED 1200.00 · name omar
  sara 250 for 2 nights → AED 250.00 · name sara · for 2 nights
  omar for may rent 4500 dhs pls → AED 4500.00 · name omar · for may rent
  omar 4500 for may rent thanks! → AED 4500.00 · name omar · for may rent
  pls make a payment link for 1200 to Lina Haddad lina@example.com for yoga classes → AED 1200.00 · name Lina Haddad · email lina@example.com · for yoga classes
  sara 0501234567 0559876543 250 → AED 250.00 · name sara · phone +971501234567 · left 0559876543 · check second-phone
  sara 250 a@b.com b@c.com → AED 250.00 · name sara · email a@b.com · left b@c.com · check second-email
  1500 Müller → AED 1500.00 · name Müller
  1500 Łukasz Çelik → AED 1500.00 · name Łukasz Çelik
  1500 Nguyễn Văn → AED 1500.00 · name Nguyễn Văn
  ₹500 raj → name raj · left ₹500 · check other-currency
  sara 01/06/2026 250 → AED 250.00 · name sara · left 01/06/2026
  sara 250 june 2026 → AED 250.00 · name sara · left june 2026
  sara june rent 250 → AED 250.00 · name sara · for june rent
  deposit 500 sara → AED 500.00 · name sara · for deposit
  100 deposit for Sara 0501234567 → AED 100.00 · name Sara · phone +971501234567 · for deposit · check odd-name
  3000 june rent for Ahmed Ali 0501234567 → AED 3000.00 · name Ahmed Ali · phone +971501234567 · for june rent · check odd-name
  100 deposit for table 12 sara → AED 100.00 · for deposit for table 12 sara
  250 Dr. Ahmed Ali for visit → AED 250.00 · name Dr. Ahmed Ali · for visit
  250.50 Dr Sara → AED 250.50 · name Dr Sara
  for July rent, unit 12 → for July rent, unit 12
  Omar 0501234567 250 call first → AED 250.00 · name Omar · phone +971501234567 · for call first
  Omar +44 20 7946 0958 Khan → name Omar · phone +442079460958 · for Khan · check odd-name
  501234567 → phone +971501234567
  250 د.إ → AED 250.00
  250 د.إ. → AED 250.00
  1,250,000.5 → AED 1250000.50
  12,345.67 → AED 12345.67
  250. → AED 250.00
  250,50 → AED 250.50
  1,25 → AED 1.25 · check too-small
  250.123 → AED 250123.00 · check two-readings
  0.29 → AED 0.29 · check too-small
  -250 → left 250
  +250 → left +250
  1234,567 → left 1234 · left 567
  0,250 → left 0 · left 250
  mail:omar@example.com, → email omar@example.com
  omar@example → left omar@example
  omar@ → left omar@
  omar@. → left omar@
  Omar forrent → name Omar forrent · check odd-name
  Omar for → name Omar for · check odd-name
  Sara for 250 → AED 250.00 · name Sara
  Sara for rent, 250, +971 50 123 4567, sara@example.com → AED 250.00 · name Sara · phone +971501234567 · email sara@example.com · for rent
  Sara for 12 chairs → name Sara · for 12 chairs
  Sara for invoice #4477 → name Sara · for invoice #4477
  Sara for rent May 2026 → name Sara · for rent May 2026
  Sara for rent 2026 → name Sara · for rent 2026
  Sara for 3 → name Sara · for 3
  Sara for rent 4111 1111 1111 1111 → name Sara · for rent 4111 1111 1111 1111 · check card-number
  250 per month Sara 0501234567 → AED 250.00 · name Sara · phone +971501234567 · left per month
  250 each sara 0501234567 2 dresses → name sara · phone +971501234567 · for 2 dresses · left 250 each · check unsure-amount
  Total 250 each sara 0501234567 → AED 250.00 · name sara · phone +971501234567 · left each
  5 lakh Sara 0501234567 → name Sara · phone +971501234567 · left 5 lakh · check unsure-amount
  3 x 250 Sara 0501234567 cakes → name Sara · phone +971501234567 · for cakes · left 3 x 250 · check unsure-amount
  2 x 100 + 50 delivery sara → name sara · for delivery · left 2 x 100 + 50 · check unsure-amount
  iPhone 15 2999 Sara 0501234567 → name iPhone Sara · phone +971501234567 · left 15 2999 · check unsure-amount · check odd-name
  Galaxy S24 3000 Sara 0501234567 → AED 3000.00 · name Sara · phone +971501234567 · left Galaxy S24
  paid 300 balance 600 Sara 0501234567 → AED 600.00 · name Sara · phone +971501234567 · left paid 300
  discount 50 from 500 Sara 0501234567 → name Sara · phone +971501234567 · left discount 50 · left 500 · check unsure-amount · check unsure-amount
  how do i refund a customer → left how do i refund a
  250 from Sara and Omar 0501234567 → AED 250.00 · name Sara and Omar · phone +971501234567 · check odd-name
  75.5 Huda 0501230000 perfume → AED 75.50 · name Huda · phone +971501230000 · for perfume
  0501230000 Huda 75.5 perfume → AED 75.50 · name Huda · phone +971501230000 · for perfume
  Huda huda@example.com 75.5 perfume → AED 75.50 · name Huda · email huda@example.com · for perfume
  75.5 Huda 0501230000 dress size M for Eid → AED 75.50 · name Huda · phone +971501230000 · for dress size M for Eid
  75.5 Huda 0501230000 delivered by Ahmed on Monday → AED 75.50 · name Huda · phone +971501230000 · left delivered by Ahmed on Monday
  250+25 delivery Layla 0501234567 dress → name Layla · phone +971501234567 · for delivery dress · left 250+25 · check odd-name
  350 for Maryam Al Suwaidi 0501234567 2 pcs dress → AED 350.00 · name Maryam Al Suwaidi · phone +971501234567 · for 2 pcs dress · check odd-name
  350 for Maryam Al Suwaidi 0501234567 → AED 350.00 · phone +971501234567 · for Maryam Al Suwaidi · check for-a-name
  350 for perfume 0501234567 → AED 350.00 · phone +971501234567 · for perfume
  350 for the cake 0501234567 Omar → AED 350.00 · name Omar · phone +971501234567 · for the cake · check odd-name
  link for customer Omar 0501234567 350 for abaya → AED 350.00 · name Omar · phone +971501234567 · for abaya
  Name: Sara Khan⏎Phone: 0501234567⏎Address: Villa 4 Jumeirah⏎Amount: 250 → AED 250.00 · name Sara Khan · phone +971501234567 · left Address: Villa 4 Jumeirah
  bill Mona 90 in #general → AED 90.00 · name Mona · left in #general
  Abdullah bin Zayed 0501234567 250 → AED 250.00 · name Abdullah bin Zayed · phone +971501234567
  maid service 0501234567 250 Lina → AED 250.00 · name maid · phone +971501234567 · for service Lina · check odd-name
  for June rent, 250, Sara Khan, 0501234567 → AED 250.00 · name Sara Khan · phone +971501234567 · for June rent
  250, for June rent, 0501234567, Sara Khan, s@example.com → AED 250.00 · name Sara Khan · phone +971501234567 · email s@example.com · for June rent
  Omar ,; Nasser,⏎250 → AED 250.00 · name Omar Nasser · check odd-name
  NEW ORDER⏎Name: Sara Khan⏎Phone: 0501234567⏎1. Cake x2 - AED 150.00⏎2. Candles - AED 20.00⏎Total: AED 170.00 → AED 170.00 · name Sara Khan · phone +971501234567 · for NEW ORDER · left 1. Cake x2 - AED 150.00 · left 2. Candles - AED 20.00
  Subtotal 150⏎Delivery 20⏎Total 170⏎Sara 0501234567 → AED 170.00 · name Sara · phone +971501234567 · left Subtotal 150 · left Delivery 20
  Sara Khan 0501234567 AED 1,000 paid 400 remaining 600 → AED 600.00 · name Sara Khan · phone +971501234567 · left AED 1,000 paid 400
  Sara total 1000 paid 400 0501234567 → AED 1000.00 · name Sara · phone +971501234567 · left paid 400 · check not-taken-off
  500 total, 200 paid, 300 remaining Fatima 0501234567 → AED 300.00 · name Fatima · phone +971501234567 · left 500 · left 200 paid
  deposit 500 of total 1500 for Huda 0551234567 → name Huda · phone +971551234567 · for deposit · left 500 · left 1500 · check unsure-amount · check unsure-amount · check odd-name
  Order #1043⏎Priya Nair⏎+971 56 777 8899⏎Gold necklace AED 2,450.00⏎Delivery AED 30.00⏎Order total AED 2,480.00 → AED 2480.00 · name Priya Nair · phone +971567778899 · for Order · left #1043 · left Gold necklace AED 2,450.00 · left Delivery AED 30.00
  Order #1043⏎Priya Nair⏎+971 56 777 8899⏎Gold necklace AED 2,450.00⏎Delivery AED 30.00 → name Priya Nair · phone +971567778899 · for Order · left #1043 · left Gold necklace · left AED 2,450.00 · left Delivery · left AED 30.00 · check unsure-amount · check unsure-amount
  Booking #4521⏎Guest: Sara Khan⏎Pax: 2 adults⏎Date: 12 Dec 2026⏎Amount due: AED 1,250.00⏎Phone: +971 50 123 4567 → AED 1250.00 · name Sara Khan · phone +971501234567 · for Booking · left #4521 · left Pax: 2 adults · left Date: 12 Dec 2026
  Sara Khan Trading LLC TRN 100234567800003⏎Subtotal 1,000.00⏎VAT 5% 50.00⏎Total Due AED 1,050.00 → AED 1050.00 · name Sara Khan Trading LLC · left TRN 100234567800003 · left Subtotal 1,000.00 · left VAT 5% 50.00
  كيك 150⏎توصيل 20⏎المجموع 170⏎سارة 0501234567 → AED 170.00 · name سارة · phone +971501234567 · left كيك 150 · left توصيل 20 · check no-latin-name
  الإجمالي 1000 المدفوع 400 المتبقي 600 سارة 0501234567 → AED 600.00 · name سارة · phone +971501234567 · left 1000 المدفوع 400 · check no-latin-name
  المبلغ الإجمالي: 450 درهم⏎الاسم: نورة⏎الجوال: 0501234567 → AED 450.00 · name نورة · phone +971501234567 · check no-latin-name
  total 3 items 250 sara → AED 250.00 · name sara · left 3 items
  Total items: 3⏎Total: 250⏎Sara 0501234567 → AED 250.00 · name Sara · phone +971501234567 · left Total items: 3
  AED 150 AED 20 Sara 0501234567 → name Sara · phone +971501234567 · left AED 150 AED · left 20 · check unsure-amount · check unsure-amount
  Cake 150⏎Candles 20⏎Mona 0501234567 → name Mona · phone +971501234567 · left Cake · left 150 · left Candles · left 20 · check unsure-amount · check unsure-amount
  250 or 300 for Sara → for Sara · left 250 or 300 · check unsure-amount
  Hi I'm Mariam Al Suwaidi, I want 2 abayas size 54 at 350 each, deliver to Al Barsha villa 12. My number 0551234567 → name Mariam Al Suwaidi · phone +971551234567 · left 2 abayas size 54 · left 350 each · left deliver to Al Barsha villa 12 · check unsure-amount
  2 abayas at 350 Sara 0501234567 → name Sara · phone +971501234567 · left 2 abayas · left 350 · check unsure-amount
  4 cupcakes @ 25 Sara 0501234567 → name Sara · phone +971501234567 · left 4 cupcakes · left 25 · check unsure-amount
  3 حبة 50 درهم سارة → name سارة · left 3 حبة · left 50 درهم · check unsure-amount · check no-latin-name
  Reem Al Hashimi, 0509998877, 3 nights deluxe room, 650 per night → name Reem Al Hashimi · phone +971509998877 · for 3 nights deluxe room · left 650 per night · check unsure-amount
  Customer: Noura⏎Mob: 0561234567⏎Item: Oud perfume 50ml⏎Qty: 2⏎Price: 175⏎Total: 350 → AED 350.00 · name Noura · phone +971561234567 · left Item: Oud perfume 50ml · left Qty: 2 · left Price: 175
  Customer: Noura⏎Mob: 0561234567⏎Item: Oud perfume 50ml⏎Qty: 2⏎Price: 175 → name Noura · phone +971561234567 · left Item: Oud perfume 50ml · left Qty: 2 · left 175 · check unsure-amount
  Sara Khan 0501234567 250 SR → name Sara Khan · phone +971501234567 · left 250 SR · check other-currency
  Sara 0501234567 250.000 KD → name Sara · phone +971501234567 · left 250.000 KD · check other-currency
  250 BD cake Sara → AED 250.00 · name BD cake Sara · check odd-name
  AED 250 SR Khan 0501234567 → AED 250.00 · name SR Khan · phone +971501234567
  250 SR Sara 30 roses → name Sara roses · left 250 SR · left 30 · check other-currency · check unsure-amount · check odd-name
  Refund 250 to Sara 0501234567 → name Sara · phone +971501234567 · left Refund 250 · check unsure-amount
  250 for sara khan her number is 0501234567 its for two perfumes → AED 250.00 · name sara khan · phone +971501234567 · for two perfumes
  250 sara 0501234567 and charge 10 delivery → AED 250.00 · name sara · phone +971501234567 · for delivery · left 10 · check second-amount
  two hundred fifty for sara oh five oh one two three four five six seven → for sara oh five oh one two three four five six seven · left two hundred fifty · check amount-in-words
  my name is john smith i would like to pay three hundred fifty dirhams → name john smith · left i would like · left three hundred fifty dirhams · check amount-in-words
  Hello, I am interested in the gold necklace AED 2,450. My name is Priya Nair. 0567778899 → AED 2450.00 · name Priya Nair · phone +971567778899 · left interested in the gold necklace
  Hi this is Layla from JLT, can I pay 180 for the flowers? 0521112233 → AED 180.00 · name Layla · phone +971521112233 · for the flowers? · left JLT · left can I
  I'm looking for a cake 250 0501234567 → AED 250.00 · phone +971501234567 · for a cake · left looking
  hi I'm Omar, send link to Sara 250 → AED 250.00 · left Omar · left Sara
  السلام عليكم انا مريم ابغى 2 عباية المجموع 700 رقمي 0501234567 → AED 700.00 · name مريم · phone +971501234567 · left 2 عباية · check no-latin-name
  delivery to Jumeirah for Salma 0501234567 cake 280 → AED 280.00 · name Salma · phone +971501234567 · for delivery for cake · left to Jumeirah · check odd-name
  No. Sara 250 → AED 250.00 · left No. Sara
  Subtotal Sara 250 0501234567 → AED 250.00 · phone +971501234567 · left Subtotal Sara
  my name is June 250 → AED 250.00 · name June
  Bill 250 0501234567 → AED 250.00 · name Bill · phone +971501234567
  send link to Bill 250 0501234567 → AED 250.00 · name Bill · phone +971501234567
  hi i'm mohammed ahmed 250 → AED 250.00 · name mohammed ahmed
  this is Bill 250 → AED 250.00 · name Bill
  302.00 AED 130 Sara → name Sara · left 302.00 AED · left 130 · check unsure-amount · check unsure-amount
  Sara for cake 99.00 and delivery AED 314 → name Sara · for cake 99.00 and delivery AED 314 · check unsure-amount · check unsure-amount
  اسمي يزيد 250 → AED 250.00 · name يزيد · check no-latin-name
`
  .trim()
  .split('\n')
  .map((line) => line.trim().replaceAll('⏎', '\n').split(' →'))
  .map(([typed = '', read = '']) => ({ typed, read: read.trim() }));

test.each(LINES)('a shop types $typed', ({ typed, read }) => {
  const { fields, unplaced, doubts } = readLinkWords(typed);
  const { invoiceAmount, FullName, Phone, Email, notes, ...others } = fields;
  expect(others).toEqual({});
  const parts = [
    ['AED', invoiceAmount],
    ['name', FullName],
    ['phone', Phone],
    ['email', Email],
    ['for', notes],
    ...unplaced.map((text) => ['left', text]),
    ...doubts.map(({ about }) => ['check', about]),
  ].flatMap(([label, text]) => (text === undefined ? [] : [`${label} ${text}`]));
  expect(parts.join(' · ')).toBe(read);
});

/** Words that say nothing about the link. Every other word is shown. */
const POLITE = new Set(
  `aed dh dhs dirham dirhams dr k د إ درهم hi hello hey dear good morning team all pls please thx thanks thank you u can could will
  i need want we let me know send make create give charge collect request ask invoice bill her him his their them it us needs wants has have
  to be is must pay pays paying owes a an the new this payment link links customer client name full total sum amount amt price of on via by
  through at from and with call no number nr only for notes phone mobile mob tel telephone ph cell contact whatsapp wa email e mail
  mailto sms wave and ok okay yes my our am this its it that is m s guest bill due balance remaining left outstanding payable المجموع الإجمالي المتبقي الجوال رقمي انا ابغى اسمي السلام عليكم grand net gross order
  رابط لينك دفع الدفع أرسل اريد أريد إلى المبلغ الاسم مقابل`.split(/\s+/),
);

/** All that a person sees of a text: the fields, and what the form asks about. */
const shownOf = (text: string): string => {
  const { fields, unplaced, doubts } = readLinkWords(text);
  const shown = [...Object.values(fields), ...unplaced, ...doubts.map((doubt) => doubt.text)];
  return toPlainText(shown.join(' \n ')).toLowerCase();
};

/** Who wrote alone is the customer; a chat of two says nobody. */
test.each([
  ['28/11/2026, 10:15 am - Sara Khan: 250 aed please send link 050 123 4567', 'Sara Khan', '250.00'],
  ['28/11/2026, 10:15\u202fpm - Sara Khan: 250 aed please send link 050 123 4567', 'Sara Khan', '250.00'],
  ['[28/11/2026, 10:15:03] Sara Khan: 250 aed please send link 050 123 4567', 'Sara Khan', '250.00'],
  ['\u200e[28/11/2026, 10:15:03 AM] ~ Sara Khan: I will take it, 250 aed\n0501234567', 'Sara Khan', '250.00'],
  ['[9:41 pm, 28/11/2026] +971 50 123 4567: hi, 1 cake pls', undefined, undefined],
  ['28/11/2026, 21:41 - Sara: my name is Sara Khan\n28/11/2026, 21:42 - Sara: 250', 'Sara Khan', '250.00'],
  [
    '[28/11/2026, 9:41:10 PM] Aisha: hi how much is it\n[28/11/2026, 9:42:10 PM] Flower Shop: 250 aed\n[28/11/2026, 9:43:10 PM] Aisha: ok, 0501234567',
    undefined,
    '250.00',
  ],
])('lines of a chat lose their stamps: %j', (copied, name, amount) => {
  const { fields, unplaced } = readLinkWords(copied);
  expect(fields.FullName).toBe(name);
  expect(fields.invoiceAmount).toBe(amount);
  expect([...Object.values(fields), ...unplaced].join()).not.toMatch(/28|2026|41|\bpm\b/i);
  if (/\d{9}/.test(copied.replace(/[^\d\n]/g, '')))
    expect(fields.Phone ?? '+971501234567').toBe('+971501234567');
});

test('of an order with one labelled total, the total is filled in, or nothing', () => {
  const money = fc.integer({ min: 1_000, max: 999_999 }).map((fils) => (fils / 100).toFixed(2));
  const currency = fc.constantFrom('AED ', 'Dhs ', '');
  const price = fc.tuple(currency, money).map((parts) => parts.join(''));
  const thing = fc.constantFrom(
    'Cake',
    'Candles x2',
    '1. Abaya',
    '• Oud 50ml',
    'Delivery',
    'توصيل',
    '3 x Roses',
    'Deposit',
  );
  const part = fc.constantFrom('Subtotal', 'VAT 5%', 'Discount', 'Paid', 'المدفوع', 'Sub total:');
  const line = fc
    .tuple(fc.oneof(thing, part), fc.constantFrom(' ', ' - ', ': ', ' @ '), price)
    .map((parts) => parts.join(''));
  const label = fc.constantFrom(
    'Total',
    'TOTAL:',
    'Grand Total:',
    'Amount due',
    'Balance =',
    'المجموع',
    'الإجمالي:',
    'Total Due:',
  );
  const contact = fc.constantFrom('Sara Khan 0501234567', 'Name: Sara Khan', 'sara@example.com');
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 5 }),
      fc.tuple(label, currency, money),
      contact,
      fc.nat(),
      fc.boolean(),
      (lines, [of, aed, total], who, seed, isOneLine) => {
        const rest = [...lines, who];
        const at = seed % (rest.length + 1);
        const order = rest.toSpliced(at, 0, `${of} ${aed}${total}`).join(isOneLine ? ', ' : '\n');
        expect([undefined, total]).toContain(readLinkWords(order).fields.invoiceAmount);
      },
    ),
    runs(3_000),
  );
});

describe('whatever is typed', () => {
  const words = [...new Set(LINES.flatMap(({ typed }) => typed.split(' ')))];
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.constantFrom(...LINES.map(({ typed }) => typed)) },
    { weight: 1, arbitrary: fc.string({ unit: CODE_POINT, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789+-., /()k@:'), maxLength: 16 }) },
  );
  const typed = fc
    .tuple(fc.array(piece, { maxLength: 14 }), fc.constantFrom(' ', '  ', '', '\n', ', '))
    .map(([pieces, between]) => pieces.join(between));

  test('every word and digit is in a field, or is asked about', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const read = readLinkWords(text);
        for (const value of Object.values(read.fields)) expect(value).not.toBe('');
        expect(read.fields.invoiceAmount ?? '0.00').toMatch(/^\d+\.\d\d$/);
        expect(explainWords(read) === null).toBe(read.unplaced.length === 0 && read.doubts.length === 0);
        const shown = shownOf(text);
        // Without noughts, because the one of a prefix is dropped: `+971 (0)50…`.
        const digits = shown.replace(/\D|0/g, '');
        for (const [word] of toPlainText(text.replace(/:[a-z][a-z_+-]*:/g, ' '))
          .toLowerCase()
          .matchAll(/\p{L}+|\d+/gu)) {
          if (/\d/.test(word)) expect(digits).toContain(word.replaceAll('0', ''));
          else if (!POLITE.has(word)) expect(shown).toContain(word);
        }
      }),
      runs(3_000),
    );
  });

  test('in any order, each part of an order is in a field, or is asked about', () => {
    const same = (text: string) => ({ typed: text, shown: text });
    const syllable = fc.constantFrom('za', 'qu', 'vo', 'ri', 'mek', 'lun', 'tof', 'bix');
    const word = fc.array(syllable, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(''));
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
    const amount = fc.integer({ min: 1_000, max: 96_999 }).map((fils) => same((fils / 100).toFixed(2)));
    const phone = fc
      .stringMatching(/^50[1-9]\d{6}$/)
      .map((digits) => ({ typed: `0${digits}`, shown: `+971${digits}` }));
    const odd = fc.constantFrom(
      '3 x 250',
      '5 lakh',
      'per month',
      'S24',
      'villa 12',
      'cash',
      '@omar',
      '[gift]',
      '$90',
    );
    const order = fc
      .tuple(
        fc.array(amount, { maxLength: 2 }),
        fc.array(phone, { maxLength: 2 }),
        fc.array(name),
        fc.array(odd),
      )
      .chain(([amounts, phones, names, odds]) => {
        const parts = [...amounts, ...phones, ...[...names, ...odds].map(same)];
        return fc.shuffledSubarray(parts, { minLength: parts.length });
      });
    fc.assert(
      fc.property(order, fc.constantFrom(' ', ', ', '\n', ' for '), (parts, between) => {
        const shown = shownOf(parts.map((part) => part.typed).join(between));
        for (const part of parts)
          if (!shown.includes(part.shown.toLowerCase()))
            for (const word of part.typed.toLowerCase().split(' ')) expect(shown).toContain(word);
      }),
      runs(1_000),
    );
  });
});

test.each(['', ' ,  ; '])('nothing is read from %j', (typed) => {
  expect(readLinkWords(typed).fields).toEqual({});
});

test.each([
  ['050 123 4567', '+971501234567'],
  ['+44 20 7946 0958', '+442079460958'],
  ['  +971 50-123-4567 ', '+971501234567'],
])('the phone “%s” is read as %s', (typed, number) => {
  expect(readPhone(typed)).toEqual({ number, isReadable: true });
});

test.each(
  'ext. 12|1234|050 123|0501234567 ext 12|call 0501234567|0501234567 / 0509876543|0501234567x|+971501234567 or mail'.split(
    '|',
  ),
)('“%s” is not read as a phone, and stays as typed', (typed) => {
  expect(readPhone(` ${typed} `)).toEqual({ number: typed, isReadable: false });
});
