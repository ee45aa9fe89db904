import type { Chance } from './chance.ts'

/** As DNS would return it. */
export const privateAddress = (random: Chance): string =>
  random.is(0.6) ? dotted(privateIPv4(random)) : random.of(inIPv6)(random, privateIPv4(random))

/** In a notation that passes a careless check. */
export const privateEndpoint = (random: Chance): string =>
  random.of(endpoints)(random.of(hosts)(random, privateIPv4(random)))

type Octets = readonly [number, number, number, number]
type Written = (random: Chance, octets: Octets) => string

const privateIPv4 = (random: Chance): Octets => {
  const any = (): number => random.whole(256)
  return random.of<Octets>([
    [127, 0, 0, 1],
    [127, any(), any(), any()],
    [10, any(), any(), any()],
    [172, 16 + random.whole(16), any(), any()],
    [192, 168, any(), any()],
    [169, 254, 169, 254],
    [169, 254, any(), any()],
    [100, 64 + random.whole(64), any(), any()],
    [0, 0, 0, 0],
    [224 + random.whole(16), any(), any(), any()],
    [240 + random.whole(16), any(), any(), any()],
    [198, 18 + random.whole(2), any(), any()],
    [168, 63, 129, 16],
  ])
}

const dotted = (octets: Octets): string => octets.join('.')
const whole = ([a, b, c, d]: Octets): number => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
const hex = (number: number): string => number.toString(16)
const groups = (octets: Octets): string =>
  `${hex(Math.floor(whole(octets) / 2 ** 16))}:${hex(whole(octets) % 2 ** 16)}`

const inIPv6: readonly Written[] = [
  () => '::1',
  () => '::',
  (_, octets) => `::ffff:${dotted(octets)}`,
  (_, octets) => `::ffff:${groups(octets)}`,
  (_, octets) => `64:ff9b::${dotted(octets)}`,
  (_, octets) => `64:ff9b::${groups(octets)}`,
  (_, octets) => `2002:${groups(octets)}::1`,
  (_, octets) => `::${groups(octets)}`,
  (random) => `fd${hex(16 + random.whole(240))}::${hex(random.whole(65_536))}`,
  (random) => `fe80::${hex(random.whole(65_536))}`,
  (random) => `ff02::${hex(random.whole(65_536))}`,
]

const hosts: readonly Written[] = [
  (_, octets) => dotted(octets),
  (_, octets) => `${dotted(octets)}.`,
  (_, octets) => String(whole(octets)),
  (_, octets) => `0x${hex(whole(octets))}`,
  (_, octets) => `0${whole(octets).toString(8)}`,
  (_, octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.'),
  (_, octets) => octets.map((octet) => `0x${hex(octet)}`).join('.'),
  (_, [a, b, c, d]) => `0${a.toString(8)}.${b}.0x${hex(c)}.${d}`,
  (_, [a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  (_, [a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  (_, octets) =>
    dotted(octets).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff_10 + Number(digit))),
  (_, octets) => dotted(octets).replaceAll('.', '。'),
  (_, octets) => dotted(octets).replaceAll(/\d/g, (digit) => `%3${digit}`),
  (random, octets) => `[${random.of(inIPv6)(random, octets)}]`,
  (_, octets) => `${dotted(octets)}.nip.io`,
  (_, octets) => `${octets.join('-')}.sslip.io`,
  (_, octets) => `fcm.googleapis.com.${dotted(octets)}.nip.io`,
  (random) =>
    random.of([
      'localhost',
      'LocalHost',
      'localhost.',
      'push.localhost',
      'localhost.localdomain',
      'ip6-localhost',
      'metadata.google.internal',
      'kubernetes.default.svc',
      'fcm.googleapis.com.',
      'printer.local',
    ]),
]

const endpoints: readonly ((host: string) => string)[] = [
  (host) => `https://${host}/x`,
  (host) => `https://${host}`,
  (host) => `http://${host}/x`,
  (host) => `HTTPS://${host}/x`,
  (host) => `https://${host}:443/x`,
  (host) => `https://${host}:6379/x`,
  (host) => `https:${host}/x`,
  (host) => `https:\\\\${host}\\x`,
  (host) => `https:///${host}/x`,
  (host) => `ht\ttps://${host}/x`,
  (host) => `https://${host}/https://fcm.googleapis.com/x`,
  (host) => `https://${host}?https://fcm.googleapis.com/x`,
  (host) => `https://${host}#@fcm.googleapis.com/x`,
  (host) => `https://${host}\\@fcm.googleapis.com/x`,
  (host) => `https://fcm.googleapis.com@${host}/x`,
  (host) => `https://fcm.googleapis.com:443@${host}/x`,
  (host) => `https://fcm.googleapis.com%40@${host}/x`,
  (host) => `ws://${host}/x`,
  (host) => `ftp://${host}/x`,
  (host) => `gopher://${host}/x`,
]
