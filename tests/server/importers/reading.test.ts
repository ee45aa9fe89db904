import { expect, test } from 'vitest'
import { delimitedRecords, delimiterOf, survey } from '../../../server/importers/delimited.ts'
import { asUtf8, encodingOf } from '../../../server/importers/encoding.ts'

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve()
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const whole = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

const text = 'name\nCafé Kauri – Tāmaki\n'

test.each([
  ['utf-8', Buffer.from(text)],
  ['utf-8', Buffer.from(`\ufeff${text}`)],
  ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['utf-16le', Buffer.from('name\nKauri dairy of the north\n', 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['windows-1252', Buffer.from('name\nCaf\xe9 Kauri \x96 Sydney\n', 'latin1')],
] as const)(
  'recognises %s in chunks of any size and reads the same text',
  async (encoding, bytes) => {
    for (const size of [1000, 7, 2]) {
      // UTF-16 without a byte-order mark needs more than a few bytes to detect.
      if (encoding !== 'utf-8' && size < 1000) continue
      expect(await encodingOf(pieces(bytes, size))).toBe(encoding)
    }
    for (const size of [1000, 3, 1]) {
      const read = await whole(asUtf8(pieces(bytes, size), encoding))
      expect(read.startsWith('name\n')).toBe(true)
      expect(read).not.toContain('\ufffd')
    }
  },
)

test('joins characters that chunks cut in two', async () => {
  const bytes = Buffer.from('é🌿日'.repeat(50))
  for (const size of [1, 2, 3, 5, 7]) expect(await encodingOf(pieces(bytes, size))).toBe('utf-8')
})

test('reads UTF-8 with a few damaged characters, and refuses a mostly damaged file with its line', async () => {
  const few = Buffer.concat([Buffer.from('Café\nKauri é\n'), Buffer.from([0xe9, 10])])
  expect(await encodingOf(pieces(few, 100))).toBe('utf-8')
  const most = Buffer.concat([Buffer.from('a\né\n'), Buffer.from([0xe9, 10, 0xe8, 10, 0x81, 10])])
  await expect(encodingOf(pieces(most, 100))).rejects.toThrow('first broken on line 3')
})

test.each([
  ['a PNG image', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['Excel workbook or a zip archive', Buffer.from('504b030414000600', 'hex')],
  ['compressed (gzip)', Buffer.from('1f8b0800', 'hex')],
  ['a PDF document', Buffer.from('%PDF-1.7')],
  ['not text', Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 32))],
])('names and refuses %s', async (message, bytes) => {
  await expect(encodingOf(pieces(bytes, 100))).rejects.toThrow(message)
})

test.each([
  [',', 'a,b,c\n1,2,3\n'],
  [';', 'a;b\n"1,5";2\n"3,5";4\n'],
  ['\t', 'a\tb\n1, one\t2\n'],
  ['|', 'a|b|c\n1|2|3\n'],
  [',', 'name\nBanksia\n'],
])('finds the delimiter %j', (delimiter, head) => {
  expect(delimiterOf(head)).toBe(delimiter)
})

const recordsOf = async (content: string, size = 1000) => {
  const found = []
  for await (const record of delimitedRecords(pieces(Buffer.from(content), size), ','))
    found.push(record)
  return found
}

test('gives records their first line, across blank lines, all line endings and cells of several lines', async () => {
  const content = 'name,note\r\n\r\nA,"two\nlines"\nB,"say ""hi"""\r\nC,5" pipe\r\rD,\n'
  for (const size of [1000, 3])
    expect(await recordsOf(content, size)).toEqual([
      { line: 1, cells: ['name', 'note'] },
      { line: 3, cells: ['A', 'two\nlines'] },
      { line: 5, cells: ['B', 'say "hi"'] },
      { line: 6, cells: ['C', '5" pipe'] },
      { line: 8, cells: ['D', ''] },
    ])
})

test('counts as many records in a survey as reading yields', async () => {
  const content = 'name,note\r\n\r\nA,"two\nlines"\nB,"say ""hi"""\nC,5" pipe\n\nD,\nE,"end"'
  for (const size of [1000, 1]) {
    const { records } = await survey(pieces(Buffer.from(content), size), ',')
    expect(records).toBe((await recordsOf(content)).length)
  }
})

test('counts blank lines with any line ending, and none inside quotation marks', async () => {
  const content = '\nname,note\r\n\r\n\r\nA,"two\n\nlines"\n\n\nB,1\r\rC,2\r\n\n'
  for (const size of [1000, 1]) {
    const { records, blank } = await survey(pieces(Buffer.from(content), size), ',')
    expect({ records, blank }).toEqual({ records: 4, blank: 7 })
  }
})

test('reports an unclosed quotation mark with its line', async () => {
  const content = 'name,note\nA,1\nB,"open\nC,3\nD,4\n'
  await expect(survey(pieces(Buffer.from(content), 9), ',')).rejects.toThrow(
    'The quotation mark opened on line 3 is never closed.',
  )
})

test('reports a cell of two million characters with its line, quoted or not', async () => {
  const long = 'x'.repeat(2_000_000)
  await expect(survey(pieces(Buffer.from(`name\nA\n"${long}"\n`), 65_536), ',')).rejects.toThrow(
    'on line 3 is longer',
  )
  await expect(survey(pieces(Buffer.from(`name\nA\n${long}\n`), 65_536), ',')).rejects.toThrow(
    'on line 3 is longer',
  )
})
