import ipaddr from 'ipaddr.js';

/** Maps IPv4 for networks without it: the last 32 bits are an IPv4 address (RFC 6052 §2.1). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** All that is allocated as global unicast so far (RFC 4291 §2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Ranges that are registered as public, but lead to internal services within a cloud. All other
 * documented metadata services of clouds are in special-purpose ranges.
 */
const servicesOfClouds = [
  // Azure's platform: the wire server, with certificates and settings of the virtual machine, DNS
  // (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
  '168.63.129.16/32',
  // Private endpoints of IBM Cloud: infrastructure, and platform services
  // (cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc).
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Whether an address is public: not private, loopback, link-local, unique-local, shared (RFC 6598),
 * multicast, unspecified, documentation or reserved (IANA's special-purpose registries), and no
 * cloud service. IPv6 that carries IPv4 is judged by the IPv4 address (mapped, NAT64) or refused
 * where it is out of use (6to4, Teredo, compatible).
 * @param address without brackets; a zone is tolerated. An invalid address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address); // turns mapped addresses into IPv4
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed);
  if (parsed.match(nat64)) return isPublicIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return (
    address.range() === 'unicast' && !servicesOfClouds.some((services) => address.match(services))
  );
}
