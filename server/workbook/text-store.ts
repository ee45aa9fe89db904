export type TextStore = {
  /** At most 16,000 characters. */
  add(text: string): void
  at(index: number): string
}

const blockBytes = 1_048_576

/** Bytes in a few buffers: a million strings would take a hundred megabytes. */
export const createTextStore = (): TextStore => {
  const blocks: Buffer[] = []
  let last = Buffer.alloc(0)
  let used = 0
  let count = 0
  let starts = new Uint32Array(1_024)
  let lengths = new Uint16Array(1_024)
  return {
    add: (text) => {
      const length = Buffer.byteLength(text)
      if (used + length > last.length) {
        last = Buffer.allocUnsafeSlow(blockBytes)
        blocks.push(last)
        used = 0
      }
      if (count === starts.length) {
        starts = grown(starts, new Uint32Array(count * 2))
        lengths = grown(lengths, new Uint16Array(count * 2))
      }
      starts[count] = (blocks.length - 1) * blockBytes + used
      lengths[count] = length
      used += last.write(text, used)
      count++
    },
    at: (index) => {
      const start = starts[index]
      const length = lengths[index]
      if (start === undefined || length === undefined || index >= count) return ''
      const from = start % blockBytes
      const block = blocks[Math.floor(start / blockBytes)]
      return block?.toString('utf8', from, from + length) ?? ''
    },
  }
}

const grown = <Numbers extends Uint32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers => {
  to.set(from)
  return to
}
