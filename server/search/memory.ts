import { plainKernel, type Kernel } from './kernel.ts'
import { kernelModule } from './wasm-code.ts'

/** Memory that threads share: WebAssembly's, which the fast kernel can reach, or a plain shared buffer. */
export type WasmMemory = { readonly buffer: SharedArrayBuffer }
export type Memory = SharedArrayBuffer | WasmMemory

export const bufferOf = (memory: Memory): SharedArrayBuffer =>
  memory instanceof SharedArrayBuffer ? memory : memory.buffer

/**
 * Shared memory of at least so many bytes. Small ones are plain: a WebAssembly memory reserves gigabytes of addresses,
 * which is nothing for a few large segments and too much for many small ones.
 */
export const allocate = (bytes: number): Memory => {
  if (bytes >= 1 << 20) {
    const pages = Math.ceil(bytes / 65536)
    try {
      return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
    } catch {
      // Addresses may be rationed (ulimit -v): the plain kernel answers the same, only slower.
    }
  }
  return new SharedArrayBuffer(Math.ceil(bytes / 16) * 16)
}

/** The kernel for a memory, in the calling thread. */
export const kernelOf = (memory: Memory): Kernel =>
  memory instanceof SharedArrayBuffer ? plainKernel(memory) : wasmKernel(memory)

type Loop3 = (a: number, b: number, end: number) => number
type Loops = Record<
  'and' | 'or' | 'andNot' | 'countAnd' | 'mark' | 'unmark' | 'countMarked',
  Loop3
> & {
  gather(set: number, word: number, words: number, to: number, end: number, mask: number): number
}

// The compiler's Node types leave WebAssembly out.
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number; shared: boolean }) => WasmMemory
  Module: new (code: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object, imports: { m: { m: WasmMemory } }) => { exports: Loops }
}

const wasmKernel = (memory: WasmMemory): Kernel => {
  const loops = new WebAssembly.Instance(new WebAssembly.Module(kernelModule()), {
    m: { m: memory },
  }).exports
  const words32 = new Int32Array(memory.buffer)
  return {
    zero: (at, words) => {
      words32.fill(0, at, at + words)
    },
    copy: (to, from, words) => {
      words32.copyWithin(to, from, from + words)
    },
    and: (to, from, words) => {
      loops.and(to * 4, from * 4, (to + words) * 4)
    },
    or: (to, from, words) => {
      loops.or(to * 4, from * 4, (to + words) * 4)
    },
    andNot: (to, from, words) => {
      loops.andNot(to * 4, from * 4, (to + words) * 4)
    },
    count: (at, words) => loops.countAnd(at * 4, at * 4, (at + words) * 4),
    countAnd: (a, b, words) => loops.countAnd(a * 4, b * 4, (a + words) * 4),
    mark: (set, list, length) => {
      if (length > 0) loops.mark(set * 4, list * 4, (list + length) * 4)
    },
    unmark: (set, list, length) => {
      if (length > 0) loops.unmark(set * 4, list * 4, (list + length) * 4)
    },
    countMarked: (set, list, length) =>
      length > 0 ? loops.countMarked(set * 4, list * 4, (list + length) * 4) : 0,
    gather: (set, words, start, to, limit) => {
      if (limit < 1 || start >>> 5 >= words) return 0
      const stop = loops.gather(set * 4, start >>> 5, words, to * 4, (to + limit) * 4, -1 << start)
      return ((stop >>> 0) - to * 4) / 4
    },
  }
}
