import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Published } from './market.ts'
import { bufferOf } from './memory.ts'

/** So much shared memory may lie about unused before it is worth a pause of a few milliseconds to give it back. */
const worthwhile = 64 << 20

/**
 * Shared memory is given back when every thread's garbage collector has seen that nobody holds it, and V8 does not count it
 * when deciding whether to collect: a thread that only answers would hold on to replaced segments for days. Tell this of every
 * state, once nothing of the one before is held any more.
 */
export const createLettingGo = (
  collect: () => void = collectGarbage,
): ((published: Published) => void) => {
  let held = new Map<number, number>()
  let unused = 0
  return (published) => {
    const before = held
    const segments = [...published.company, ...published.people]
    held = new Map(segments.map((one) => [one.number, bufferOf(one.memory).byteLength]))
    for (const [number, bytes] of before) if (!held.has(number)) unused += bytes
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
