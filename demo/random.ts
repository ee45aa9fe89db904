/** The same seeds give the same draws on every machine. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  bits(): number
  /** A whole number from `low` to `high`, both inclusive. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Skewed to the front of the list: the first is several times as likely as the last. */
  early<Item>(items: readonly Item[]): Item
  some<Item>(items: readonly Item[], count: number): Item[]
  /** A log-normal factor around 1 with this deviation. */
  spread(deviation: number): number
}

/** Independent per combination of seeds: the draws of one record never shift another's. */
export const randomOf = (seed: number, stream: number, index: number): Random => {
  let a = mixed(seed ^ 0x9e3779b9)
  let b = mixed(a ^ Math.imul(stream + 1, 0x85ebca6b))
  let c = mixed(b ^ Math.imul(index + 1, 0xc2b2ae35))
  let counter = mixed(c ^ index)
  const bits = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let round = 0; round < 8; round++) bits()
  const next = (): number => bits() / 4_294_967_296
  const at = <Item>(items: readonly Item[], position: number): Item => {
    const item = items[position]
    if (item === undefined) throw new Error('Nothing to draw from.')
    return item
  }
  const early = <Item>(items: readonly Item[]): Item => {
    const draw = next()
    return at(items, Math.floor(draw * draw * items.length))
  }
  return {
    next,
    bits,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, Math.floor(next() * items.length)),
    early,
    some: (items, count) => {
      const drawn: (typeof items)[number][] = []
      for (let tries = 0; drawn.length < count && tries < count * 3; tries++) {
        const item = early(items)
        if (!drawn.includes(item)) drawn.push(item)
      }
      return drawn
    },
    spread: (deviation) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.exp(normal * deviation)
    },
  }
}

const mixed = (value: number): number => {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return x ^ (x >>> 16)
}

export const weighted = <Item>(
  items: readonly (readonly [Item, number])[],
): ((random: Random) => Item) => {
  const sums: number[] = []
  let total = 0
  for (const [, weight] of items) sums.push((total += weight))
  return (random) => {
    const draw = random.next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > draw) high = middle
      else low = middle + 1
    }
    const found = items[low]
    if (found === undefined) throw new Error('Nothing to draw from.')
    return found[0]
  }
}

/** Parses 'Sales 14, Trades/field 50' into items with weights. */
export const shares = (list: string): [string, number][] =>
  list
    .trim()
    .split(/,\s+/)
    .map((entry) => {
      const blank = entry.lastIndexOf(' ')
      return [entry.slice(0, blank), Number(entry.slice(blank + 1))]
    })
