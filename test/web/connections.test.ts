import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/web/connections.ts';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '2001:4860:4860::8888',
    '2a00:1450:4001::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '168.63.129.15',
    '168.63.129.17',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.255.255',
    '166.12.0.0',
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local', '169.254.169.254'],
    ['shared', '100.64.0.1'],
    ['shared', '100.127.255.255'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['unique-local', 'fd00::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:a00:1'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64 loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 metadata service', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::8.8.8.8'],
    ['6to4', '2002:7f00:1::1'],
    ['6to4 of a public address', '2002:808:808::1'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['nothing', ''],
    ['a name', 'localhost'],
  ])('refuses %s: %s', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  // The documented addresses of the metadata or platform service of each cloud.
  it.each([
    ['most clouds', '169.254.169.254'],
    ['AWS, containers', '169.254.170.2'],
    ['AWS, by IPv6', 'fd00:ec2::254'],
    ['AWS, pods by IPv6', 'fd00:ec2::23'],
    ['Azure, wire server', '168.63.129.16'],
    ['Google, by IPv6', 'fd20:ce::254'],
    ['Alibaba', '100.100.100.200'],
    ['Alibaba, by IPv6', 'fd00:100::100:200'],
    ['Oracle Classic', '192.0.0.192'],
    ['Oracle, by IPv6', 'fd00:c1::a9fe:a9fe'],
    ['Scaleway', '169.254.42.42'],
    ['Scaleway, by IPv6', 'fd00:42::42'],
    ['Tencent', '169.254.0.23'],
    ['Akamai, by IPv6', 'fd00:a9fe:a9fe::1'],
    ['OpenStack, by IPv6', 'fe80::a9fe:a9fe'],
    ['IBM, infrastructure', '161.26.0.10'],
    ['IBM, platform', '166.8.0.1'],
    ['IBM, platform', '166.11.255.255'],
  ])('refuses the metadata of clouds: %s, %s', (_cloud, address) => {
    expect(isPublicAddress(address)).toBe(false);
    if (address.includes(':')) return;
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
    expect(isPublicAddress(`::${address}`)).toBe(false);
    expect(isPublicAddress(sixToFour(address))).toBe(false);
  });
});

function sixToFour(address: string): string {
  const digits = Buffer.from(address.split('.').map(Number)).toString('hex');
  return `2002:${digits.slice(0, 4)}:${digits.slice(4)}::1`;
}
