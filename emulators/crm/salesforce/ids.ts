const prefixes: Readonly<Record<string, string>> = {
  Account: '001',
  Contact: '003',
  Lead: '00Q',
  Task: '00T',
  User: '005',
  Organization: '00D',
}

/** 18 characters. */
export const longId = (object: string, number: number): string =>
  withCase(`${prefixes[object] ?? 'a00'}5g00000${number.toString(36).padStart(5, '0')}`)

/** The 15 characters whose case matters. */
export const shortId = (id: string): string => id.slice(0, 15)

/** In 18 characters; undefined for what is no id. */
export const parseId = (id: unknown): string | undefined => {
  if (typeof id !== 'string' || !/^[0-9A-Za-z]{15}(?:[0-9A-Za-z]{3})?$/.test(id)) return undefined
  return withCase(shortId(id))
}

export const objectOf = (id: string): string | undefined =>
  Object.entries(prefixes).find(([, prefix]) => id.startsWith(prefix))?.[0]

/** The last three characters say which of the others are capitals. */
const withCase = (id: string): string =>
  id + [0, 5, 10].map((at) => suffixOf(id.slice(at, at + 5))).join('')

const suffixOf = (five: string): string =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'.charAt(
    five.split('').reduce((sum, letter, bit) => sum + (/[A-Z]/.test(letter) ? 2 ** bit : 0), 0),
  )
