import { plainKernel, type Kernel } from './kernel.ts'
import { kernelModule } from './wasm-code.ts'

/** The fast kernel needs a WebAssembly memory. */
export type WasmMemory = { readonly buffer: SharedArrayBuffer }
export type Memory = SharedArrayBuffer | WasmMemory

export const bufferOf = (memory: Memory): SharedArrayBuffer =>
  memory instanceof SharedArrayBuffer ? memory : memory.buffer

/** Small ones are plain: a WebAssembly memory reserves gigabytes of address space, too much for many small segments. */
export const allocate = (bytes: number): Memory => {
  if (bytes >= 1 << 20) {
    const pages = Math.ceil(bytes / 65536)
    try {
      return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
    } catch {
      // Address space may be limited (ulimit -v): the plain kernel gives the same answers, only slower.
    }
  }
  return new SharedArrayBuffer(Math.ceil(bytes / 16) * 16)
}

export const kernelOf = (memory: Memory): Kernel =>
  memory instanceof SharedArrayBuffer ? plainKernel(memory) : wasmKernel(memory)

type Loop3 = (a: number, b: number, end: number) => number
type Loops = Record<
  'and' | 'or' | 'andNot' | 'countAnd' | 'mark' | 'unmark' | 'countMarked',
  Loop3
> & {
  gather(set: number, start: number, length: number, to: number, end: number, mask: number): number
}

// TypeScript's Node types lack WebAssembly.
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number; shared: boolean }) => WasmMemory
  Module: new (code: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object, imports: { m: { m: WasmMemory } }) => { exports: Loops }
}

const wasmKernel = (memory: WasmMemory): Kernel => {
  const loops = new WebAssembly.Instance(new WebAssembly.Module(kernelModule()), {
    m: { m: memory },
  }).exports
  const i32 = new Int32Array(memory.buffer)
  return {
    zero: (at, length) => {
      i32.fill(0, at, at + length)
    },
    copy: (to, from, length) => {
      i32.copyWithin(to, from, from + length)
    },
    and: (to, from, length) => {
      loops.and(to * 4, from * 4, (to + length) * 4)
    },
    or: (to, from, length) => {
      loops.or(to * 4, from * 4, (to + length) * 4)
    },
    andNot: (to, from, length) => {
      loops.andNot(to * 4, from * 4, (to + length) * 4)
    },
    count: (at, length) => loops.countAnd(at * 4, at * 4, (at + length) * 4),
    countAnd: (a, b, length) => loops.countAnd(a * 4, b * 4, (a + length) * 4),
    mark: (set, list, length) => {
      if (length > 0) loops.mark(set * 4, list * 4, (list + length) * 4)
    },
    unmark: (set, list, length) => {
      if (length > 0) loops.unmark(set * 4, list * 4, (list + length) * 4)
    },
    countMarked: (set, list, length) =>
      length > 0 ? loops.countMarked(set * 4, list * 4, (list + length) * 4) : 0,
    gather: (set, length, start, to, limit) => {
      if (limit < 1 || start >>> 5 >= length) return 0
      const stop = loops.gather(set * 4, start >>> 5, length, to * 4, (to + limit) * 4, -1 << start)
      return ((stop >>> 0) - to * 4) / 4
    },
  }
}
