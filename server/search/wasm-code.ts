/**
 * 128-bit instructions (core specification 2.0) take 3 microseconds where a TypeScript loop takes 30 (one pass over a set of a
 * million documents). Addresses are in bytes; loops run at least once, so lengths are never 0.
 */
export const kernelModule = (): Uint8Array<ArrayBuffer> => {
  const typeOf = (source: Source): number => types.indexOf(source.type)
  const sharedMemory = [...name('m'), ...name('m'), 0x02, 0x03, 0x01, ...unsigned(65536)]
  return new Uint8Array(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, types.map(signature)),
      section(2, [sharedMemory]),
      section(
        3,
        sources.map((source) => unsigned(typeOf(source))),
      ),
      section(
        7,
        sources.map((source, index) => [...name(source.name), 0x00, ...unsigned(index)]),
      ),
      section(
        10,
        sources.map((source) =>
          sized([...vector(source.locals.map(local)), ...assemble(source.code)]),
        ),
      ),
    ].flat(),
  )
}

type Source = {
  name: string
  type: (typeof types)[number]
  locals: readonly ('i32' | 'v128')[]
  code: string
}

const types = ['3 > 0', '3 > 1', '6 > 1'] as const

/** (to, from, end of to): combines two sets block by block. */
const combine = (operation: string): string => `
  loop
    get 0  get 0 v128.load  get 1 v128.load  ${operation}  v128.store
    get 0 const 16 add set 0  get 1 const 16 add set 1
    get 0 get 2 less br_if 0
  end end`

/**
 * (set, list, end of the list): local 3 is the document of each entry, local 4 the address of its word in the set.
 */
const overList = (each: string): string => `
  loop
    get 1 load set 3
    get 0  get 3 const 5 shr  const 2 shl  add set 4
    ${each}
    get 1 const 4 add set 1
    get 1 get 2 less br_if 0
  end`

const sources: readonly Source[] = [
  { name: 'and', type: '3 > 0', locals: [], code: combine('v128.and') },
  { name: 'or', type: '3 > 0', locals: [], code: combine('v128.or') },
  { name: 'andNot', type: '3 > 0', locals: [], code: combine('v128.andnot') },
  {
    // (a, b, end of a): the number of bits in both.
    name: 'countAnd',
    type: '3 > 1',
    locals: ['v128'],
    code: `
      loop
        get 0 v128.load  get 1 v128.load  v128.and
        i8x16.popcnt i16x8.extadd_pairwise i32x4.extadd_pairwise  get 3 i32x4.add set 3
        get 0 const 16 add set 0  get 1 const 16 add set 1
        get 0 get 2 less br_if 0
      end
      get 3 i32x4.lane 0  get 3 i32x4.lane 1 add
      get 3 i32x4.lane 2 add  get 3 i32x4.lane 3 add end`,
  },
  {
    name: 'mark',
    type: '3 > 0',
    locals: ['i32', 'i32'],
    code: `${overList('get 4  get 4 load  const 1 get 3 shl  or store')} end`,
  },
  {
    name: 'unmark',
    type: '3 > 0',
    locals: ['i32', 'i32'],
    code: `${overList('get 4  get 4 load  const -2 get 3 rotl  and store')} end`,
  },
  {
    name: 'countMarked',
    type: '3 > 1',
    locals: ['i32', 'i32', 'i32'],
    code: `${overList('get 5  get 4 load get 3 shr const 1 and  add set 5')} get 5 end`,
  },
  {
    // (set, word, words, to, end of to, mask of the first word): returns the end of the output. Local 6 holds the
    // remaining bits of the word, local 7 the word's address.
    name: 'gather',
    type: '6 > 1',
    locals: ['i32', 'i32'],
    code: `
      block loop
        get 1 get 2 not_less br_if 1
        get 0  get 1 const 2 shl  add set 7
        block
          get 1 const 3 and br_if 0
          get 7 v128.load v128.any_true br_if 0
          get 1 const 4 add set 1  const -1 set 5  br 1
        end
        get 7 load get 5 and set 6
        const -1 set 5
        block loop
          get 6 eqz br_if 1
          get 3  get 1 const 5 shl  get 6 ctz  add store
          get 3 const 4 add set 3
          get 3 get 4 equal br_if 3
          get 6  get 6 const -1 add  and set 6
          br 0
        end end
        get 1 const 1 add set 1
        br 0
      end end
      get 3 end`,
  },
]

/** Memory instructions include alignment and offset. */
const instructions: Readonly<Record<string, readonly number[]>> = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  br: [0x0c],
  br_if: [0x0d],
  get: [0x20],
  set: [0x21],
  load: [0x28, 0x02, 0x00],
  store: [0x36, 0x02, 0x00],
  const: [0x41],
  eqz: [0x45],
  equal: [0x46],
  less: [0x49],
  not_less: [0x4f],
  ctz: [0x68],
  add: [0x6a],
  and: [0x71],
  or: [0x72],
  shl: [0x74],
  shr: [0x76],
  rotl: [0x77],
  'v128.load': [0xfd, 0x00, 0x04, 0x00],
  'v128.store': [0xfd, 0x0b, 0x04, 0x00],
  'i32x4.lane': [0xfd, 0x1b],
  'v128.and': [0xfd, 0x4e],
  'v128.andnot': [0xfd, 0x4f],
  'v128.or': [0xfd, 0x50],
  'v128.any_true': [0xfd, 0x53],
  'i8x16.popcnt': [0xfd, 0x62],
  'i16x8.extadd_pairwise': [0xfd, 0x7d],
  'i32x4.extadd_pairwise': [0xfd, 0x7f],
  'i32x4.add': [0xfd, 0xae, 0x01],
}

/** Each number here is the same single byte signed and unsigned. */
const assemble = (code: string): number[] =>
  code
    .trim()
    .split(/\s+/)
    .flatMap((token) => {
      const bytes = instructions[token]
      if (bytes) return bytes
      const value = Number(token)
      if (!Number.isInteger(value) || value < -64 || value > 63)
        throw new Error(`'${token}' is no instruction.`)
      return [value & 0x7f]
    })

const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes]
const vector = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
]
const section = (id: number, items: readonly (readonly number[])[]): number[] => [
  id,
  ...sized(vector(items)),
]
const name = (text: string): number[] => sized([...Buffer.from(text)])

const i32 = 0x7f
const v128 = 0x7b
const local = (type: 'i32' | 'v128'): number[] => [1, type === 'i32' ? i32 : v128]
const signature = (type: Source['type']): number[] => {
  const [parameters = 0, results = 0] = type.split(' > ').map(Number)
  const all = (count: number): number[][] => Array.from({ length: count }, () => [i32])
  return [0x60, ...vector(all(parameters)), ...vector(all(results))]
}
