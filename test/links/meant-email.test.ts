import { expect, test } from 'vitest';
import { findMeantEmail } from '../../src/links/form/meant-email.ts';

test.each([
  ['sara@gmail.con', 'sara@gmail.com'],
  ['sara@gmail.cmo', 'sara@gmail.com'],
  ['sara@gmail.co', 'sara@gmail.com'],
  ['sara@gmial.com', 'sara@gmail.com'],
  ['sara@gmial.con', 'sara@gmail.com'],
  ['sara@gmail.comm', 'sara@gmail.com'],
  ['Sara.Khan@GMAI.COM', 'Sara.Khan@gmail.com'],
  ['sara@gmailcom', 'sara@gmail.com'],
  ['sara@hotmal.com', 'sara@hotmail.com'],
  ['sara@outlok.com', 'sara@outlook.com'],
  ['sara@yahooo.com', 'sara@yahoo.com'],
  ['sara@icloud.con', 'sara@icloud.com'],
  ['sara@souk.example.con', 'sara@souk.example.com'],
  ['sara@souk.vom', 'sara@souk.com'],
])('%s was probably meant to be %s', (email, meant) => {
  expect(findMeantEmail(email)).toBe(meant);
});

test.each([
  ...['sara@gmail.com', 'sara@GMAIL.com', 'sara@hotmail.com', 'sara@hotmail.co.uk', 'sara@yahoo.co.in'],
  ...['sara@mail.com', 'sara@email.com', 'sara@ymail.com', 'sara@live.com', 'sara@emirates.net.ae'],
  ...['sara@souk.ae', 'sara@souk.co', 'sara@souk.om', 'sara@souk.cm', 'sara@souk.net', 'sara', '', '@'],
])('%s is nearly no other address', (email) => {
  expect(findMeantEmail(email)).toBeNull();
});
