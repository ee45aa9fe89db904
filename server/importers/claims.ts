export type Claims = { has(id: string): boolean; add(id: string): void }

export const newClaims = (): Claims => {
  let slots = new Float64Array(1024)
  let used = 0
  const slotOf = (key: number, into: Float64Array): number => {
    let slot = key % into.length
    while (into[slot] !== 0 && into[slot] !== key) slot = (slot + 1) % into.length
    return slot
  }
  const grow = (): void => {
    const larger = new Float64Array(slots.length * 2)
    for (const key of slots) if (key !== 0) larger[slotOf(key, larger)] = key
    slots = larger
  }
  return {
    has: (id) => slots[slotOf(keyOf(id), slots)] !== 0,
    add: (id) => {
      const key = keyOf(id)
      const slot = slotOf(key, slots)
      if (slots[slot] === key) return
      slots[slot] = key
      used += 1
      if (used * 2 > slots.length) grow()
    },
  }
}

/** The last 48 bits of our UUIDs are random; 0 marks an empty slot. */
const keyOf = (id: string): number => Number.parseInt(id.slice(-12), 16) + 1
