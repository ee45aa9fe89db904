import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readFile, type ReadFile } from '../../../server/uploads/read-file.ts'
import { previewOf } from '../../../server/uploads/suggest-columns.ts'
import { openTable } from '../../../server/uploads/table.ts'
import { Unreadable } from '../../../server/workbook/unreadable.ts'
import { createBudget } from '../../../server/workbook/budget.ts'
import { entryBytes } from '../../../server/workbook/zip.ts'
import { workbookOf, zipOf } from '../../kit/hostile/workbook.ts'

const inPieces = (bytes: Buffer, size = 7) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
const read = (bytes: Buffer | string): Promise<ReadFile> =>
  readFile(inPieces(Buffer.from(bytes), 4096))
const cellsOf = async (bytes: Buffer, size = 7): Promise<string[][]> => {
  const table = await openTable(inPieces(bytes, size))
  const rows: string[][] = []
  for await (const { cells } of table.records()) rows.push(cells)
  return rows
}
const refusal = async (work: Promise<unknown>): Promise<Unreadable> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Unreadable) return error
  throw new Error(`It was not refused: ${String(error)}`)
}

const text = 'Company;Suburb\r\n"Māia; Sons";"Kōkako\nHeights"\r\nPlain;Perth\r\n'
const rows = [
  ['Company', 'Suburb'],
  ['Māia; Sons', 'Kōkako\nHeights'],
  ['Plain', 'Perth'],
]
const utf16 = (swap: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return swap ? bytes.swap16() : bytes
}

describe('an uploaded file', () => {
  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 of Windows', utf16(false), 'utf-16le'],
    ['UTF-16 the other way round', utf16(true), 'utf-16be'],
    ['UTF-16 without its mark', utf16(false).subarray(2), 'utf-16le'],
  ])('is read as %s, with quoted delimiters and newlines', async (_, bytes, encoding) => {
    expect(await read(bytes)).toMatchObject({ encoding, delimiter: ';', records: 3, width: 2 })
    expect(await cellsOf(bytes)).toEqual(rows)
  })

  it('is read as Windows-1252 if it is not valid UTF-8', async () => {
    const bytes = Buffer.from('Company,City\nCaf\xe9 Fran\xe7ais,Perth\n', 'latin1')
    expect((await read(bytes)).encoding).toBe('windows-1252')
    expect((await cellsOf(bytes))[1]).toEqual(['Café Français', 'Perth'])
  })

  it.each([
    ['commas', ','],
    ['tabs', '\t'],
    ['semicolons', ';'],
    ['bars', '|'],
  ])('is split by %s', async (_, mark) => {
    const found = await read(
      ['Company', 'ABN', 'Note'].join(mark) + '\n' + ['A', '1', 'x'].join(mark),
    )
    expect(found).toMatchObject({ delimiter: mark, width: 3, records: 2 })
  })

  it('is read completely, however its bytes arrive', async () => {
    for (let size = 1; size < 40; size++)
      expect(await cellsOf(Buffer.from(text), size)).toEqual(rows)
  })

  it('keeps short rows, drops blank ones and removes control characters', async () => {
    const long = 'Harbour Plumbing and its many friends along the river '.repeat(5)
    expect(await cellsOf(Buffer.from(`a,b,c\n1\n,,\n\n${long},x\u0000\u0007y,z\n`))).toEqual([
      ['a', 'b', 'c'],
      ['1'],
      [long, 'x  y', 'z'],
    ])
  })

  it('may have titles above its header', async () => {
    const bytes =
      'ASX listed companies as at Sun Mar 01\n\nCompany name,ASX code,GICS industry group\n"A LTD","AAA","Banks"\n"B LTD","BBB","Banks"\n'
    const found = await read(bytes)
    expect(found.headerRow).toBe(2)
  })

  it.each([
    ['known headings', 'Name,Suburb\nA,Perth\n', 1],
    ['unknown headings above numbers', 'Kürzel,Wert\nA,1500\nB,2500\n', 1],
    ['no headings', 'A Pty Ltd,a.example\nB Pty Ltd,b.example\n', null],
    ['numbers alone', '51824753556\n53004085616\n', null],
    ['one column of addresses under its heading', 'Email\na@a.example\nb@b.example\n', 1],
  ])('is recognised with or without a header: %s', async (_, content, header) => {
    expect((await read(content)).headerRow).toBe(header)
  })
})

describe('a workbook', () => {
  it('as spreadsheet programs write it is read as text, with whole numbers', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Leads',
          rows: [
            ['Company', 'ABN', 'Since', 'Active', 'Share'],
            ['Harbour & Sons', 51824753556, new Date(Date.UTC(2024, 1, 29)), true, 0.25],
            ['=1+1', '=HYPERLINK("x")', null, false, -3],
          ],
        },
      ],
    })
    expect(await cellsOf(Buffer.from(bytes), 4096)).toEqual([
      ['Company', 'ABN', 'Since', 'Active', 'Share'],
      ['Harbour & Sons', '51824753556', '2024-02-29', 'TRUE', '0.25'],
      ['=1+1', '=HYPERLINK("x")', '', 'FALSE', '-3'],
    ])
    expect(await read(Buffer.from(bytes))).toMatchObject({ format: 'xlsx', sheet: 'Leads' })
  })

  it('is read from its first visible sheet that is not empty, with gaps and rich text', async () => {
    const bytes = workbookOf(
      {
        Empty: '<row r="1"><c r="A1" s="0"/></row>',
        Data: '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><t>in </t><r><t>line</t></r></is></c></row><row r="9"><c r="B9"><v>5.1824753556E10</v></c><c r="C9" t="str"><f>A1</f><v>value</v></c></row>',
      },
      {
        'xl/sharedStrings.xml':
          '<sst><si><r><t>Harbour </t></r><r><rPr/><t>Plumbing</t></r><rPh><t>no</t></rPh></si></sst>',
      },
    )
    expect(await cellsOf(bytes)).toEqual([
      ['Harbour Plumbing', '', 'in line'],
      ['', '51824753556', 'value'],
    ])
    expect(await read(bytes)).toMatchObject({ sheet: 'Data' })
  })
})

describe('a malicious file', () => {
  const row = (cells: string): string => `<row r="1">${cells}</row>`
  const inline = (ref: string, content: string): string =>
    `<c r="${ref}" t="inlineStr"><is><t>${content}</t></is></c>`
  const million = Buffer.alloc(1_000_000, 'x').toString()

  it.each<[string, () => Buffer | string, RegExp, RegExp]>([
    ['nothing at all', () => '', /is empty/, /^$/],
    ['blanks alone', () => ' \n \n', /is empty/, /^$/],
    ['a header and no rows', () => 'Company,ABN\n', /headings but no rows/, /^$/],
    ['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), /PNG image/, /^$/],
    ['a PDF', () => '%PDF-1.7\n', /PDF/, /^$/],
    [
      'an old or protected workbook',
      () => Buffer.from('\xd0\xcf\x11\xe0 and more', 'latin1'),
      /old Excel workbook/,
      /^$/,
    ],
    ['gzip', () => Buffer.from('\x1f\x8b\x08\x00', 'latin1'), /compressed/, /^$/],
    [
      'random bytes',
      () => Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7919) % 32)),
      /not text|neither/,
      /^$/,
    ],
    ['a web page', () => '<!doctype html><html><body>Not found</body></html>', /web page/, /^$/],
    [
      'a quotation mark never closed',
      () => `Company,City\n"A,Perth\nB,Perth\n`,
      /opened on line 2 is never closed/,
      /^\/rows\/2$/,
    ],
    [
      'a cell of 10,001 characters',
      () => `Company,Note\nA,x\nB,${'y'.repeat(10_001)}\n`,
      /row 3, column 2 is longer/,
      /^\/rows\/3\/columns\/2$/,
    ],
    [
      'a row of a million and more characters',
      () => `Company\nA\n${million}${million}\n`,
      /longer than a million/,
      /^\/rows\/3$/,
    ],
    [
      '201 columns',
      () => `Company\n${'x,'.repeat(200)}x\n`,
      /Row 2 has 201 columns/,
      /^\/rows\/2$/,
    ],
    [
      'a million columns',
      () => `Company\n${','.repeat(1_000_000)}\n`,
      /more than 1000 columns/,
      /^\/rows\/2$/,
    ],
    ['100,001 rows', () => `Company\n${'a\n'.repeat(100_001)}`, /more than 100,000 rows/, /^$/],
    ['an archive that is no workbook', () => zipOf({ 'readme.txt': 'hello' }), /zip archive/, /^$/],
    [
      'an archive within an archive',
      () => zipOf({ 'inner.zip': zipOf({ a: 'b' }) }),
      /zip archive/,
      /^$/,
    ],
    [
      'a workbook cut off',
      () => workbookOf({ A: row(inline('A1', 'x')) }).subarray(0, 300),
      /damaged|cut off/,
      /^$/,
    ],
    [
      'an archive that says it unpacks to gigabytes',
      () => zipOf({ 'xl/workbook.xml': 'x' }, { 'xl/workbook.xml': 4_000_000_000 }),
      /workbook is too large/,
      /^$/,
    ],
    ['a sheet that is no XML', () => workbookOf({ A: '<row><c>' }), /damaged/, /^$/],
    [
      'entities within entities',
      () =>
        workbookOf(
          { A: row(inline('A1', 'x')) },
          {
            'xl/sharedStrings.xml':
              '<!DOCTYPE sst [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>',
          },
        ),
      /damaged/,
      /^$/,
    ],
    [
      'a cell in column XFD',
      () => workbookOf({ A: row(inline('XFD1', 'x')) }),
      /more than 200 columns/,
      /^\/rows\/1$/,
    ],
    [
      'a workbook’s cell of 10,001 characters',
      () =>
        workbookOf({
          A: `${row(inline('A1', 'Company'))}<row r="2">${inline('A2', 'z'.repeat(10_050))}</row>`,
        }),
      /row 2, column 1/,
      /^\/rows\/2\/columns\/1$/,
    ],
    [
      'a cell of a workbook that goes on for megabytes',
      () => workbookOf({ A: row(inline('A1', million.repeat(3))) }),
      /is over 300,000/,
      /^$/,
    ],
    [
      'a tag of a workbook that goes on for megabytes',
      () => workbookOf({ A: `<row spans="${million.repeat(3)}">${inline('A1', 'x')}</row>` }),
      /is over 300,000/,
      /^$/,
    ],
    [
      'a workbook of more sheets than anybody has',
      () => workbookOf({ A: row(inline('A1', 'x')) }, {}, '<sheet name="B"/>'.repeat(3_000)),
      /too many sheets or styles/,
      /^$/,
    ],
    [
      'a part of a workbook that says it is small',
      () =>
        zipOf(
          { 'xl/workbook.xml': `<workbook>${'<a b="c"/>'.repeat(2_500_000)}</workbook>` },
          { 'xl/workbook.xml': 1_000 },
        ),
      /damaged/,
      /^$/,
    ],
    ['a workbook without any sheet', () => workbookOf({}), /empty/, /^$/],
    [
      '1.1 million blank lines below a row',
      () => `Company,City\nAcme,Perth\n${'\r\n'.repeat(1_100_000)}`,
      /over a million rows, including blank ones/,
      /^$/,
    ],
    [
      '100,100 rows in a workbook',
      () => workbookOf({ A: `<row>${inline('A1', 'Company')}</row>`.repeat(100_100) }),
      /more than 100,000 rows/,
      /^\/rows\/\d+$/,
    ],
  ])('is refused with the reason: %s', async (_, content, message, pointer) => {
    const failure = await refusal(read(Buffer.from(content())))
    expect(failure.message).toMatch(message)
    expect(failure.message).not.toMatch(/undefined|NaN|\bat \/|Error:/)
    expect(failure.pointer).toMatch(pointer)
  })

  it('yields to other work after every piece of an uncompressed entry', async () => {
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50)
    const content = Buffer.alloc(1_000_000, 'x')
    const size = content.length
    const entry = { name: 'sheet1.xml', compressed: size, size, deflated: false, at: 0 }
    let turns = 0
    const count = (): void => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    let pieces = 0
    for await (const _ of entryBytes(Buffer.concat([header, content]), entry, createBudget()))
      pieces++
    clearImmediate(counting)
    expect(pieces).toBeGreaterThan(50)
    expect(turns).toBeGreaterThanOrEqual(pieces - 1)
  })

  it('cannot define date formats longer than a spreadsheet’s limit, which take hours to match', async () => {
    const dated = (format: string) =>
      workbookOf(
        { A: `${row(inline('A1', 'Met'))}<row r="2"><c r="A2" s="0"><v>46085</v></c></row>` },
        {
          'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`,
        },
      )
    expect(await cellsOf(dated('yyyy-mm-dd'), 4096)).toEqual([['Met'], ['2026-03-04']])
    expect(await cellsOf(dated(`${'['.repeat(1_000)}yyyy-mm-dd`), 4096)).toEqual([
      ['Met'],
      ['46085'],
    ])
  })
})

describe('columns of a file', () => {
  const columnsOf = async (content: string, category?: 'company' | 'people') => {
    const preview = previewOf(
      await read(content),
      category,
      () => new Map(),
      (heading) => heading,
    )
    return [preview.category, ...preview.columns.map(({ field }) => field)]
  }

  it('are of companies where most rows have a company and few a contact', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, row) => `Builder ${row},Perth,${row ? '' : 'Ana Li'}`,
    )
    const file = (lines: readonly string[]) => ['Company,Suburb,Contact', ...lines].join('\n')
    expect((await columnsOf(file(rows)))[0]).toBe('company')
    const named = rows.map((row) => row.replace(/,$/, ',Ana Li'))
    expect((await columnsOf(file(named)))[0]).toBe('people')
  })

  it.each([
    ['Company,ABN,Website,Phone', ['company', 'name', 'abn', 'website', 'phone']],
    [
      ['Account Name', 'Billing State', 'Billing Zip/Postal Code', 'E-mail'].join(';'),
      ['company', 'name', 'state', 'postcode', 'email'],
    ],
    ['ORGANISATION\tA.C.N.\tWeb site', ['company', 'name', 'acn', 'website']],
    [
      'First Name,Last Name,Email Address,Company,Job Title',
      ['people', 'first_name', 'last_name', 'email', 'company', 'position'],
    ],
    [
      'Contact Name,Organisation,Mobile,LinkedIn URL',
      ['people', 'full_name', 'company', 'mobile', 'linkedin'],
    ],
    [
      'Surname,Given names,Work Email,Employer',
      ['people', 'last_name', 'first_name', 'email', 'company'],
    ],
    ['Legal name,Business name,NZBN', ['company', 'other_name', 'name', 'nzbn']],
  ])('are recognised by their headings: %s', async (header, fields) => {
    expect(await columnsOf(`${header}\n${header.replaceAll(/[^;,\t]+/g, 'x')}\n`)).toEqual(fields)
  })

  it('are recognised by their values without headings', async () => {
    const content =
      'Harbour,51 824 753 556,https://www.harbour.example,hello@harbour.example\nBay,53004085616,http://bay.example,a@bay.example\n'
    expect(await columnsOf(content)).toEqual(['company', null, 'abn', 'website', 'email'])
  })

  it('never map to the same field twice', async () => {
    const fields = await columnsOf('Company,Company name,Account name\nA,B,C\n', 'company')
    expect(fields.filter((field) => field === 'name')).toHaveLength(1)
    expect(fields[2]).toBe('name')
  })
})
