/** UUIDs packed into four 32-bit numbers; their order equals the order as texts. */
const hyphens =
  /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})([0-9a-f]{8})$/

/** Undefined for anything but a lower-case UUID, which no record can have. */
export const packedId = (id: string): readonly [number, number, number, number] | undefined => {
  const parts = hyphens.exec(id)
  if (!parts) return undefined
  const [, a = '', b = '', c = '', d = '', e = '', f = ''] = parts
  return [parseInt(a, 16), parseInt(b + c, 16), parseInt(d + e, 16), parseInt(f, 16)]
}

export const idAt = (packed: Uint32Array, at: number): string => {
  const hex = (index: number): string => (packed[at + index] ?? 0).toString(16).padStart(8, '0')
  const [b, c] = [hex(1), hex(2)]
  return `${hex(0)}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${hex(3)}`
}

export const compareIds = (a: Uint32Array, at: number, b: Uint32Array, bt: number): number => {
  for (let i = 0; i < 4; i++) {
    const difference = (a[at + i] ?? 0) - (b[bt + i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export const idOrder = (ids: Uint32Array, count: number): Uint32Array => {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  if (count < 4096) return order.sort((a, b) => compareIds(ids, a * 4, ids, b * 4))
  return byDigits(ids, order)
}

/** 16 bits per pass: a million ids in a tenth of the time of a comparison sort. */
const byDigits = (ids: Uint32Array, order: Uint32Array): Uint32Array => {
  let from = order
  let to: Uint32Array = new Uint32Array(order.length)
  const starts = new Uint32Array(65537)
  for (let pass = 0; pass < 8; pass++) {
    const part = 3 - (pass >> 1)
    const shift = (pass & 1) * 16
    starts.fill(0)
    for (const doc of from) {
      const digit = ((ids[doc * 4 + part] ?? 0) >>> shift) & 0xffff
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1
    }
    for (let i = 1; i < 65537; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
    for (const doc of from) {
      const digit = ((ids[doc * 4 + part] ?? 0) >>> shift) & 0xffff
      const at = starts[digit] ?? 0
      starts[digit] = at + 1
      to[at] = doc
    }
    ;[from, to] = [to, from]
  }
  return from
}
