import { createHash } from 'node:crypto'

const namespace = Buffer.from('d365a10c5a1e4f0b8c6de4b1f3a79c52', 'hex')

/** The GUID that we give a record of ours: UUID version 5 (RFC 9562), so that a repeated create meets itself. */
export const ownId = (table: string, key: string): string => {
  const bytes = createHash('sha1')
    .update(namespace)
    .update(`${table}/${key}`)
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
