import { deflateRawSync } from 'node:zlib'

/** `sizes` makes its directory lie about their sizes. */
export const zipOf = (
  files: Readonly<Record<string, string | Buffer>>,
  sizes: Readonly<Record<string, number>> = {},
): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const size = sizes[name] ?? bytes.length
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Sheets are the XML within sheetData. `sizes` as for `zipOf`. */
export const workbookOf = (
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string | Buffer>> = {},
  attributes = '',
  sizes: Readonly<Record<string, number>> = {},
): Buffer => {
  const names = Object.keys(sheets)
  const files: Record<string, string | Buffer> = {
    'xl/workbook.xml': `${head}<workbook xmlns:r="r">${attributes}<sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}</Relationships>`,
  }
  names.forEach((name, at) => {
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `${head}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`
  })
  return zipOf({ ...files, ...more }, sizes)
}
