type ZipFile = { name: string; text: string }

/** A ZIP archive whose files are stored as they are; their names are plain letters. `at` is when they were written. */
export const zipOf = (files: readonly ZipFile[], at: Date): Uint8Array<ArrayBuffer>[] => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, text } of files) {
    const bytes = utf8.encode(text)
    const letters = utf8.encode(name)
    const described = fieldsOf(bytes, letters.length, at)
    const header = [...littleEndian(0x0403_4b50, 4), ...described]
    directory.push(
      Uint8Array.from([
        ...littleEndian(0x0201_4b50, 4),
        ...littleEndian(20, 2),
        ...described,
        // No comment, disk 0, no attributes.
        ...littleEndian(0, 10),
        ...littleEndian(offset, 4),
      ]),
      letters,
    )
    parts.push(Uint8Array.from(header), letters, bytes)
    offset += header.length + letters.length + bytes.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = [
    ...littleEndian(0x0605_4b50, 4),
    ...littleEndian(0, 4),
    ...littleEndian(files.length, 2),
    ...littleEndian(files.length, 2),
    ...littleEndian(size, 4),
    ...littleEndian(offset, 4),
    ...littleEndian(0, 2),
  ]
  return [...parts, ...directory, Uint8Array.from(end)]
}

const utf8 = new TextEncoder()

/** What a file's header and its line of the directory have in common. */
const fieldsOf = (bytes: Uint8Array, nameLength: number, at: Date): number[] => [
  ...littleEndian(20, 2),
  // Names are UTF-8.
  ...littleEndian(0x0800, 2),
  ...littleEndian(0, 2),
  ...littleEndian((at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1), 2),
  ...littleEndian(((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(), 2),
  ...littleEndian(crc32(bytes), 4),
  ...littleEndian(bytes.length, 4),
  ...littleEndian(bytes.length, 4),
  ...littleEndian(nameLength, 2),
  ...littleEndian(0, 2),
]

const littleEndian = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => (at < 4 ? (value >>> (8 * at)) & 0xff : 0))

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1
  return rest
})

const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffff_ffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return (sum ^ 0xffff_ffff) >>> 0
}
