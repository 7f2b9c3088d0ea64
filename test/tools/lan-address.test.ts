import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { readHost } from '../../tools/demo/lan-address.ts';

const at = (address: string, changes: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: 'IPv4', internal: false, ...changes }) as NetworkInterfaceInfo;

const MACHINE = {
  lo: [at('127.0.0.1', { internal: true })],
  docker0: [at('172.17.0.1')],
  wlan0: [at('192.168.1.20'), at('fe80::1', { family: 'IPv6' })],
  tun0: [at('100.64.0.7')],
};

test('only this machine has access unless --host is given', () => {
  expect(readHost([], MACHINE)).toBeNull();
});

test('the address that phones can most likely reach is chosen, and the others are named', () => {
  expect(readHost(['--host'], MACHINE)).toEqual({
    host: '192.168.1.20',
    others: ['172.17.0.1'],
  });
});

test('a given address is used if it belongs to this machine', () => {
  expect(readHost(['--host', '100.64.0.7'], MACHINE)).toMatchObject({ host: '100.64.0.7' });
  expect(readHost(['--host', '8.8.8.8'], MACHINE)).toEqual({
    host: null,
    trouble:
      '--host: 8.8.8.8 is not an address of this machine. It has 172.17.0.1, 192.168.1.20, 100.64.0.7: name one after --host.',
  });
  expect(readHost(['--host', '127.0.0.1'], MACHINE)).toMatchObject({ host: null });
});

test('a machine outside home and shop networks says so', () => {
  const outside = { lo: MACHINE.lo, eth0: [at('203.0.113.9')] };
  const trouble = '--host: this machine is in no home or shop network. It has ';
  expect(readHost(['--host'], outside)).toMatchObject({
    trouble: `${trouble}203.0.113.9: name one after --host.`,
  });
  expect(readHost(['--host'], { lo: MACHINE.lo })).toMatchObject({
    trouble: `${trouble}none that a phone could reach.`,
  });
});
