import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3, type S3Emulator } from '../../../../emulators/s3/emulator.ts'
import {
  folderFiles,
  removeDrafts,
  type FileStore,
} from '../../../../server/platform/vendors/files.ts'
import { s3Files } from '../../../../server/platform/vendors/files-s3.ts'

const account = {
  accessKeyId: 'key-of-ours',
  secretAccessKey: 'secret/of+ours',
  region: 'ap-southeast-2',
}

describe.each(['a folder', 'object storage'])('files in %s', (where) => {
  let folder: string
  let s3: S3Emulator
  let files: FileStore
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldbook-files-'))
    s3 = await startS3(account)
    const bucket = { ...account, endpoint: s3.endpoint, bucket: 'files' }
    files = where === 'a folder' ? folderFiles(folder) : s3Files(bucket, folder)
  })
  afterAll(async () => {
    await s3.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are written in pieces, read byte for byte and removed', async () => {
    const piece = Buffer.alloc(300_000, 'abcdefghij')
    const pieces = async function* () {
      yield '\ufeffName\r\n'
      for (let n = 0; n < 10; n++) yield piece
    }
    const bytes = await files.write('org_1/one.csv', pieces())
    expect(bytes).toBe(3_000_000 + Buffer.byteLength('\ufeffName\r\n'))
    const read = await files.read('org_1/one.csv')
    expect(read?.bytes).toBe(bytes)
    const content = read ? await buffer(read.content) : Buffer.alloc(0)
    expect(content.subarray(3, 9).toString()).toBe('Name\r\n')
    expect(content.length).toBe(bytes)
    await files.remove('org_1/one.csv')
    expect(await files.read('org_1/one.csv')).toBeUndefined()
    await files.remove('org_1/one.csv')
    expect(s3.refused).toEqual([])
  })

  it('are written atomically: a failed write leaves nothing', async () => {
    const broken = async function* () {
      yield 'half'
      await Promise.resolve()
      throw new Error('the database went away')
    }
    await expect(files.write('org_1/half.csv', broken())).rejects.toThrow('went away')
    expect(await files.read('org_1/half.csv')).toBeUndefined()
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('are replaced under the same key', async () => {
    await files.write('org_1/two.csv', textOf('one'))
    await files.write('org_1/two.csv', textOf('two'))
    const read = await files.read('org_1/two.csv')
    expect(read && (await text(read.content))).toBe('two')
  })

  it('are listed whole and by folder, without drafts', async () => {
    for (const key of ['org_7/a.csv', 'org_7/deep/b.csv', 'org_7/c.csv', 'org_8/d.csv'])
      await files.write(key, textOf('x'))
    expect(await files.list('org_7')).toEqual(['org_7/a.csv', 'org_7/c.csv', 'org_7/deep/b.csv'])
    expect(await files.list()).toEqual(expect.arrayContaining(['org_7/a.csv', 'org_8/d.csv']))
    expect(await files.list('org_9')).toEqual([])
    expect(s3.refused).toEqual([])
  })

  it('are refused under foreign keys', async () => {
    for (const key of ['../crm.key', 'org/../../x', '/etc/passwd', 'org_1', 'org_1/.draft', 'a//b'])
      await expect(Promise.resolve().then(() => files.read(key))).rejects.toThrow(
        'is not a file key',
      )
  })

  it('left half written by a killed process are removed at the next start', async () => {
    writeFileSync(join(folder, '.draft-left'), 'half')
    await removeDrafts(folder)
    expect(readdirSync(folder)).not.toContain('.draft-left')
  })
})

describe('object storage', () => {
  it('returns an error for a wrong secret, and the server reports it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbook-files-'))
    const s3 = await startS3(account)
    const files = s3Files(
      { ...account, secretAccessKey: 'another', endpoint: s3.endpoint, bucket: 'files' },
      folder,
    )
    await expect(files.write('org_1/a.csv', textOf('a'))).rejects.toThrow('403')
    await expect(files.read('org_1/a.csv')).rejects.toThrow('403')
    expect(s3.refused).toEqual(['SignatureDoesNotMatch', 'SignatureDoesNotMatch'])
    expect(s3.objects.size).toBe(0)
    await s3.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

async function* textOf(content: string): AsyncGenerator<string> {
  await Promise.resolve()
  yield content
}
