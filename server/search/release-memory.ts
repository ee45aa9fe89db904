import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Published } from './market.ts'
import { bufferOf } from './memory.ts'

/** Frees unused shared memory of this size with a collection of a few milliseconds. */
const worthwhile = 64 << 20

/**
 * V8 ignores shared memory when it decides whether to collect garbage, so a thread that only answers would hold replaced segments
 * for days. Call this for every state, after dropping all references to the previous.
 */
export const createMemoryReleaser = (
  collect: () => void = collectGarbage,
): ((published: Published) => void) => {
  let sizes = new Map<number, number>()
  let unused = 0
  return (published) => {
    const before = sizes
    const segments = [...published.company, ...published.people]
    sizes = new Map(
      segments.map((segment) => [segment.number, bufferOf(segment.memory).byteLength]),
    )
    for (const [number, bytes] of before) if (!sizes.has(number)) unused += bytes
    if (unused < worthwhile) return
    unused = 0
    collect()
  }
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
