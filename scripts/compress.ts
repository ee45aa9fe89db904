import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/
// Filled in by the server at each answer, or read only by the server.
const NOT_SERVED_AS_IS = /(^|[\\/])(index\.html|build\.json|manifest\.json)$/
// A smaller reply fits the first packets either way.
const WORTH_IT = 1024

export async function compressAll(folder: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NOT_SERVED_AS_IS.test(file))
  await Promise.all(files.map((file) => compress(file, cache)))
}

async function compress(file: string, cache: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < WORTH_IT) return
  const name = createHash('sha256').update(content).digest('hex')
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all([
    once(join(cache, `${name}.br`), () => brotli(content, best)).then((bytes) =>
      writeFile(`${file}.br`, bytes),
    ),
    once(join(cache, `${name}.gz`), () => zip(content, { level: 9 })).then((bytes) =>
      writeFile(`${file}.gz`, bytes),
    ),
  ])
}

async function once(cached: string, make: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await readFile(cached)
  } catch {
    const bytes = await make()
    await writeFile(cached, bytes)
    return bytes
  }
}
