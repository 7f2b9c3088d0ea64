import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createBrowserCookie } from '../../../src/tenancy/install/tickets.ts';

const VALUE = 'A'.repeat(43);

const requestWith = (cookie?: string): IncomingMessage => {
  const request = new IncomingMessage(new Socket());
  if (cookie !== undefined) request.headers.cookie = cookie;
  return request;
};

test('over https only this host can set the cookie', () => {
  const cookie = createBrowserCookie('https://pay.example.com', 'paylink_install');
  expect(cookie.build(VALUE, 60)).toBe(
    `__Host-paylink_install=${VALUE}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(cookie.read(requestWith(`a=b; __Host-paylink_install=${VALUE}; c=d`))).toBe(VALUE);
  expect(cookie.read(requestWith(`paylink_install=${VALUE}`))).toBeNull();
});

test('over http the cookie has a plain name', () => {
  const cookie = createBrowserCookie('http://127.0.0.1:3000', 'paylink_install');
  expect(cookie.build(VALUE, 60)).toBe(
    `paylink_install=${VALUE}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
  );
  expect(cookie.read(requestWith(`paylink_install=${VALUE}`))).toBe(VALUE);
});

test('a cookie that does not look like ours is ignored', () => {
  const cookie = createBrowserCookie('http://127.0.0.1:3000', 'paylink_install');
  for (const header of [
    undefined,
    '',
    'paylink_install=',
    `paylink_install=${VALUE}x`,
    `xpaylink_install=${VALUE}`,
  ])
    expect(cookie.read(requestWith(header)), header).toBeNull();
});
