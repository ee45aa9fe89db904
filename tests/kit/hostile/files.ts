import { gzipSync } from 'node:zlib'
import { workbookOf, zipOf } from './workbook.ts'

export type HostileFile = {
  name: string
  /** `scale` 1 is the full attack; a smaller scale needs a scaled budget. */
  bytes(scale: number): Buffer
  refused: RegExp
}

const megabyte = 1_000_000
const tooLarge = /workbook is too large/
const damaged = /damaged/

const inline = (content: string): string => `<c t="inlineStr"><is><t>${content}</t></is></c>`
const sheet1 = 'xl/worksheets/sheet1.xml'
const times = (text: string, count: number): Buffer =>
  Buffer.alloc(Math.floor(count) * text.length, text)
const sheetOf = (rows: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from('<worksheet><sheetData>'),
    Buffer.from(rows),
    Buffer.from('</sheetData></worksheet>'),
  ])

const sharing = (count: number, rows: Buffer): Buffer =>
  workbookOf(
    {},
    {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${Array.from({ length: count }, (_, at) => `<sheet name="S${at}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      [sheet1]: sheetOf(rows),
    },
  )

const withStrings = (strings: Buffer | string): Buffer =>
  workbookOf({ A: `<row>${inline('x')}</row>` }, { 'xl/sharedStrings.xml': strings })

const wrapped = (open: string, inner: Buffer, close: string): Buffer =>
  Buffer.concat([Buffer.from(open), inner, Buffer.from(close)])

const overlapping = (file: Buffer): Buffer => {
  const copy = Buffer.from(file)
  for (
    let at = copy.indexOf('PK\x01\x02', 0, 'latin1');
    at !== -1;
    at = copy.indexOf('PK\x01\x02', at + 4, 'latin1')
  )
    copy.writeUInt32LE(0, at + 42)
  return copy
}

export const hostileWorkbooks: readonly HostileFile[] = [
  {
    name: '50 blank sheets that share one entry of 60 MB',
    bytes: (scale) => sharing(50, times('<row/>', 10 * megabyte * scale)),
    refused: tooLarge,
  },
  {
    name: '50 blank sheets of 700,000 rows each',
    bytes: (scale) => {
      const rows = sheetOf(times('<row/>', 700_000 * scale)).toString()
      return workbookOf(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`S${at}`, rows])))
    },
    refused: tooLarge,
  },
  {
    name: 'blank sheets of 60 MB of line breaks',
    bytes: (scale) => sharing(10, times('\n', 60 * megabyte * scale)),
    refused: /over 300,000 characters/,
  },
  {
    name: 'directory entries that share their bytes',
    bytes: () => overlapping(workbookOf({ A: '<row/>', B: '<row/>' })),
    refused: damaged,
  },
  {
    name: 'an entry larger than the directory says',
    bytes: (scale) =>
      workbookOf({ A: times('<row/>', 10 * megabyte * scale).toString() }, {}, '', {
        [sheet1]: 1_000,
      }),
    refused: damaged,
  },
  {
    name: 'an entry smaller than the directory says',
    bytes: () => workbookOf({ A: '<row/>' }, {}, '', { [sheet1]: 100_000 }),
    refused: damaged,
  },
  {
    name: 'an entry of 4 GB',
    bytes: () => workbookOf({ A: '<row/>' }, {}, '', { [sheet1]: 4_000_000_000 }),
    refused: tooLarge,
  },
  {
    name: '2 million shared strings',
    bytes: (scale) =>
      withStrings(wrapped('<sst>', times('<si><t>a</t></si>', 2 * megabyte * scale), '</sst>')),
    refused: tooLarge,
  },
  {
    name: '60 MB of shared strings of 10,000 characters',
    bytes: (scale) =>
      withStrings(
        wrapped('<sst>', times(`<si><t>${'a'.repeat(10_000)}</t></si>`, 6_000 * scale), '</sst>'),
      ),
    refused: tooLarge,
  },
  {
    name: 'one shared string of 10,000 characters in a million cells',
    bytes: (scale) =>
      workbookOf(
        {
          A: times(`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`, 5_000 * scale).toString(),
        },
        { 'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(10_000)}</t></si></sst>` },
      ),
    refused: tooLarge,
  },
  {
    name: '10 million blank cells',
    bytes: (scale) =>
      workbookOf({
        A: times(`<row>${'<c/>'.repeat(200)}</row>`, 50_000 * scale).toString(),
      }),
    refused: tooLarge,
  },
  {
    name: '40 million tags within one row',
    bytes: (scale) =>
      workbookOf({
        A: `<row>${times('<a/>', 40 * megabyte * scale).toString()}</row>`,
      }),
    refused: tooLarge,
  },
  {
    name: 'tags a million deep',
    bytes: (scale) => withStrings(times('<a>', megabyte * scale)),
    refused: damaged,
  },
  {
    name: 'a tag of 300,000 attributes',
    bytes: () =>
      withStrings(
        `<sst ${Array.from({ length: 300_000 }, (_, at) => `a${at}=""`).join(' ')}></sst>`,
      ),
    refused: /over 300,000 characters/,
  },
  {
    name: 'half a million number formats',
    bytes: (scale) =>
      workbookOf(
        { A: '<row/>' },
        {
          'xl/styles.xml': `<styleSheet><numFmts>${Array.from({ length: Math.max(80_000, 400_000 * scale) }, (_, at) => `<numFmt numFmtId="${at}" formatCode="yy"/>`).join('')}</numFmts></styleSheet>`,
        },
      ),
    refused: /sheets or styles/,
  },
  {
    name: 'number formats of 100,000 brackets',
    bytes: () =>
      workbookOf(
        { A: '<row/>' },
        {
          'xl/styles.xml': `<styleSheet><numFmts>${`<numFmt numFmtId="1" formatCode="${'['.repeat(100_000)}"/>`.repeat(150)}</numFmts></styleSheet>`,
        },
      ),
    refused: /is empty/,
  },
  {
    name: 'entities within entities',
    bytes: () =>
      withStrings(
        `<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'abcdefghij'[at + 1]} "${`&${'abcdefghij'[at]};`.repeat(10)}">`).join('')}]><sst><si><t>&j;</t></si></sst>`,
      ),
    refused: damaged,
  },
  {
    name: 'an archive within an archive within an archive',
    bytes: (scale) => {
      const bomb = zipOf({ 'a.xml': Buffer.alloc(50 * megabyte * scale) })
      return zipOf({ 'b.zip': zipOf({ 'a.zip': bomb }) })
    },
    refused: /zip archive/,
  },
  {
    name: 'an archive of 65,535 entries',
    bytes: () => {
      const file = Buffer.from(workbookOf({ A: '<row/>' }))
      file.writeUInt16LE(65_535, file.length - 12)
      return file
    },
    refused: tooLarge,
  },
]

const mostBytes = 25 * megabyte

/** Of I23. None exceeds the upload limit, because the server refuses larger files when they are announced. */
export const hostileTables: readonly HostileFile[] = [
  {
    name: 'a row of 25 MB',
    bytes: (scale) => Buffer.concat([Buffer.from('A,B\n'), times('x', mostBytes * scale - 4)]),
    refused: /longer than a million/,
  },
  {
    name: 'a million columns',
    bytes: () => Buffer.concat([Buffer.from('A,B\n'), times(',', megabyte)]),
    refused: /more than 1000 columns/,
  },
  {
    name: 'a quotation mark that is never closed',
    bytes: (scale) =>
      Buffer.concat([Buffer.from('A,B\n"'), times('x,y\n', (mostBytes * scale - 8) / 4)]),
    refused: /never closed/,
  },
  {
    name: '25 MB of quotation marks',
    bytes: (scale) => times('"', mostBytes * scale),
    refused: /never closed|longer than a million/,
  },
  {
    name: 'UTF-16 without an end of line',
    bytes: (scale) =>
      Buffer.concat([Buffer.from([0xff, 0xfe]), times('x\0', (mostBytes * scale - 2) / 2)]),
    refused: /longer than a million/,
  },
  {
    name: 'UTF-16 full of quotation marks',
    bytes: (scale) =>
      Buffer.concat([Buffer.from([0xfe, 0xff]), times('\0"', (mostBytes * scale - 2) / 2)]),
    refused: /never closed|longer than a million/,
  },
  {
    name: '12 million rows of blank cells',
    bytes: (scale) =>
      Buffer.concat([Buffer.from('A,B\n'), times(',\n', Math.max(1.1, 12 * scale) * megabyte)]),
    refused: /over a million rows/,
  },
  {
    name: '25 MB of line breaks',
    bytes: (scale) =>
      Buffer.concat([Buffer.from('Company,ABN\n'), times('\n', mostBytes * scale - 12)]),
    refused: /over a million rows/,
  },
  {
    name: 'gzip of a gigabyte to a megabyte',
    bytes: (scale) => gzipSync(Buffer.alloc(100 * megabyte * scale)),
    refused: /compressed/,
  },
  {
    name: 'bytes that are no text in any encoding',
    bytes: (scale) =>
      Buffer.concat([
        Buffer.from('A,B\n'),
        Buffer.alloc(9 * megabyte * scale, '\x81\xff\n', 'latin1'),
      ]),
    refused: /neither/,
  },
]

export const hostileFiles: readonly HostileFile[] = [...hostileWorkbooks, ...hostileTables]
