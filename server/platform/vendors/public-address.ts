import { BlockList, isIP } from 'node:net'

/**
 * Unknown addresses are not public; nor are private, loopback, link-local, shared, multicast, reserved and tunnelled ones, also
 * as IPv4 in IPv6.
 */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && worldwide.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** IANA's registry of special IPv4 addresses, multicast, and Azure's metadata address. */
const specialIPv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Exceptions in the global range: protocols and Teredo, documentation, 6to4, documentation. */
const specialIPv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, bits] of specialIPv4) {
  special.addSubnet(network, bits, 'ipv4')
  // With NAT64, the last 32 bits are the IPv4 address.
  special.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6')
}
for (const [network, bits] of specialIPv6) special.addSubnet(network, bits, 'ipv6')

const worldwide = new BlockList()
worldwide.addSubnet('2000::', 3, 'ipv6')
worldwide.addSubnet('64:ff9b::', 96, 'ipv6')
