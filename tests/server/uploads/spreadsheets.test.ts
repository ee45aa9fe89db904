import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { chance } from '../../kit/chance.ts'
import type { Cell } from '../../../server/platform/csv.ts'
import { csvLine } from '../../../server/platform/csv.ts'
import { xlsxBytes } from '../../../server/downloads/xlsx.ts'
import { inert, plainText } from '../../../server/platform/formula-guard.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['CELLS_SEED'] ?? 20261122)
const cells = Number(process.env['CELLS'] ?? 50_000)

const signs = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\n',
  '\r',
  '\0',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  '"',
  ',',
  ';',
  '|',
  ' ',
  '\u00a0',
  '\ufeff',
  '\u200b',
]
const formulas = [
  'cmd|’ /C calc’!A0',
  'HYPERLINK("https://evil.example","x")',
  '1+1',
  '+61 491 570 006',
  'Smith & Söhne',
  '株式会社',
  '😀',
  'a\r\nb',
  'a;=1+1;b',
  'a|\u00a0@SUM(A1)',
  'a;"=1"',
  '',
]

const hostileCell = (random: ReturnType<typeof chance>): string => {
  let text = ''
  const lead = random.whole(4)
  for (let n = 0; n < lead; n++) text += random.of(signs)
  return text + random.of(formulas) + (random.is(0.3) ? random.of(signs) : '')
}

const rowsOf = (random: ReturnType<typeof chance>, n: number, width: number): string[][] =>
  Array.from({ length: n / width }, () => Array.from({ length: width }, () => hostileCell(random)))

/** The start of a formula for spreadsheets. */
const calculates = /^(?:[\s\0\u200b]*[=+\-@＝＋－＠]|[\t\r\n\0])/
/** For programs that use other separators and ignore quotation marks. */
const calculatesElsewhere = /^["\s\0\u200b]*[=+\-@＝＋－＠]/

describe('a CSV file', () => {
  it(`holds no formula and round-trips its text (seed ${seed}, ${cells} cells)`, () => {
    const rows = rowsOf(chance(seed), cells, 10)
    const file = rows.map(csvLine).join('')
    const read: string[][] = parse(file, {
      record_delimiter: '\r\n',
      relax_quotes: false,
      relax_column_count: false,
      skip_empty_lines: false,
    })
    expect(read).toHaveLength(rows.length)
    expect(
      read.flat().filter((cell) => calculates.test(cell) && !/^\+\d[\d ]*$/.test(cell)),
    ).toEqual([])
    expect(file.split(/[;|\t\r\n]/).filter((piece) => calculatesElsewhere.test(piece))).toEqual([])
    expect(read.map((row) => row.map(plainText))).toEqual(rows)
    reportPromise({
      promise: 'I22',
      check: 'hostile cells of CSV files, read by comma, semicolon, bar and tab and written back',
      volume: cells,
      goal: 50_000,
      seed,
      figures: { formulas: 0 },
    })
  })

  it.each([' =1', '\u00a0=1', '\ufeff=1', '|=1', 'a;=1+1;b', 'a\n=1', 'a;"=1"'])(
    'escapes a formula in a cell with %j',
    (text) => {
      expect(inert(text)).not.toBe(text)
      expect(plainText(inert(text))).toBe(text)
    },
  )

  it('writes a phone number without an apostrophe, and guards what only begins like a phone number', () => {
    for (const phone of ['+61491570156', '+61 491 570 156', '+64 21 555 0100'])
      expect(csvLine(['Ana', phone])).toBe(`"Ana","${phone}"\r\n`)
    for (const text of [
      '+61-491',
      '+61*2',
      '+ 61 4',
      '+61\n=1',
      '+A1',
      '-61 491',
      '+61;=1',
      '+61 4\t',
    ])
      expect(csvLine(['Ana', text])).toMatch(/^"Ana","'/)
    expect(csvLine(['+61491570156'])).toBe(`"'+61491570156"\r\n`)
  })

  it('leaves other text unchanged', () => {
    for (const text of ['Harbour Plumbing', "O'Brien", '0491 570 006', 'a=b', '', 'a; b|c'])
      expect(inert(text)).toBe(text)
    expect(csvLine(['a', null, 5, 'x,"y"\n'])).toBe('"a",,5,"x,""y""\n"\r\n')
  })
})

describe('an XLSX file', () => {
  const written = async (rows: readonly (readonly Cell[])[]) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of xlsxBytes('Sheet', from(rows))) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  it(`stores text as text and round-trips it (seed ${seed}, ${cells / 5} cells)`, async () => {
    const rows = rowsOf(chance(seed), cells / 5, 10)
    const { sheets } = await readXlsx(await written(rows))
    const read = sheets[0]?.rows ?? []
    expect(read).toHaveLength(rows.length)
    // XML has no NUL; everything else round-trips.
    const storable = rows.map((row) => row.map((text) => text.replaceAll('\0', '')))
    expect(read.map((row) => row.map((cell) => cell ?? ''))).toEqual(storable)
    expect(read.flat().every((cell) => cell === null || typeof cell === 'string')).toBe(true)
  })

  it('writes numbers as numbers and cuts text to the limit of a cell', async () => {
    const { sheets } = await readXlsx(await written([[12, '12', null, 'x'.repeat(40_000)]]))
    const [number, text, , long] = sheets[0]?.rows[0] ?? []
    expect([number, text, String(long).length]).toEqual([12, '12', 32_767])
  })

  it('never cuts a character in two, and leaves out halves', async () => {
    const full = 'x'.repeat(32_766)
    const { sheets } = await readXlsx(await written([[`${full}😀`, 'a\ud83db😀']]))
    expect(sheets[0]?.rows[0]).toEqual([full, 'ab😀'])
  })
})

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item)
}
