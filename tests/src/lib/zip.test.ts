import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zipEntries } from '../../../server/workbook/zip.ts'
import { zipOf } from '../../../src/lib/zip.ts'

const at = new Date(2026, 2, 3, 7, 30, 20)
const bytesOf = (files: Parameters<typeof zipOf>[0]) => Buffer.concat(zipOf(files, at))

describe('a ZIP archive', () => {
  const files = [
    { name: 'lists.csv', text: '\ufeff"Name"\r\n"Zoë’s builders"\r\n' },
    { name: 'lists.json', text: '' },
  ]

  it('has each file with its name, size and bytes', () => {
    const archive = bytesOf(files)
    expect(zipEntries(archive)).toMatchObject(
      files.map(({ name, text }) => ({ name, deflated: false, size: Buffer.byteLength(text) })),
    )
    expect(archive.includes(Buffer.from(files[0]?.text ?? ''))).toBe(true)
  })

  it('has the checksum and the time of each file', () => {
    const archive = bytesOf(files)
    expect(archive.readUInt32LE(14)).toBe(crc32(files[0]?.text ?? ''))
    const [time, date] = [archive.readUInt16LE(10), archive.readUInt16LE(12)]
    expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([7, 30, 20])
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 3, 3])
  })

  it('without files is an empty archive', () => {
    expect(zipEntries(bytesOf([]))).toEqual([])
  })
})
