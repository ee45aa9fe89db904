import { createHash, timingSafeEqual } from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { FileStore } from '../platform/vendors/files.ts'
import { Refusal } from '../platform/refusal.ts'
import { keyOf, type BackupKey } from './encryption.ts'

const Part = z.object({ bytes: z.int(), sha256: z.string() })
export type Part = z.infer<typeof Part>

const Manifest = z.object({
  format: z.literal(1),
  /** The folder of its parts, such as fieldbook-20261128T115000Z. */
  id: z.string().check(z.regex(/^fieldbook-\d{8}T\d{6}Z$/)),
  /** Everything committed until then is in it. */
  at: z.iso.datetime(),
  /** The last one of its tables. */
  migration: z.string(),
  /** Null: not encrypted. */
  salt: z.nullable(z.string()),
  tables: z.array(
    z.object({
      name: z.string().check(z.regex(/^"?\w+"?$/)),
      columns: z.array(z.string().check(z.regex(/^"?\w+"?$/))),
      rows: z.int(),
      sum: z.string(),
      part: Part,
    }),
  ),
  files: z.object({ count: z.int(), part: Part }),
  /** Of keys that are settings and not in the backup, by the setting's name. */
  fingerprints: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

const Stored = z.object({ manifest: Manifest, signature: z.nullable(z.string()) })

export const manifestKey = (id: string): string => `${id}/manifest.json`
export const filesPart = 'files'
export const partKey = (id: string, name: string): string =>
  `${id}/${name.replaceAll('"', '')}.part`

export const idOf = (at: Date): string =>
  `fieldbook-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** Undefined for another folder. */
export const momentOf = (id: string): Date | undefined => {
  const [, y, mo, d, h, mi, s] =
    /^fieldbook-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(id) ?? []
  return y === undefined ? undefined : new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
}

/** Last, so that a backup with a manifest is whole. */
export const writeManifest = async (
  store: FileStore,
  manifest: Manifest,
  key: BackupKey | null,
): Promise<void> => {
  const signature = key === null ? null : key.sign(JSON.stringify(manifest))
  const content = `${JSON.stringify({ manifest, signature }, null, 1)}\n`
  await store.write(manifestKey(manifest.id), once(Buffer.from(content)))
}

/** Throws a Refusal without a whole backup, with a wrong passphrase, or where the manifest was changed. */
export const readManifest = async (
  store: FileStore,
  id: string,
  passphrase: string | undefined,
): Promise<{ manifest: Manifest; key: BackupKey | null }> => {
  const found = await store.read(manifestKey(id))
  if (found === undefined) throw new Refusal(`There’s no whole backup ${id}: it has no manifest.`)
  const parsed = Stored.safeParse(jsonOf(await text(found.content)))
  if (!parsed.success || parsed.data.manifest.id !== id)
    throw new Refusal(`The manifest of the backup ${id} is damaged, or of a newer Fieldbook.`)
  const { manifest, signature } = parsed.data
  if (manifest.salt === null) return { manifest, key: null }
  if (passphrase === undefined)
    throw new Refusal(`The backup ${id} is encrypted. Set BACKUP_PASSPHRASE to its passphrase.`)
  const key = await keyOf(passphrase, manifest.salt)
  if (!isSame(key.sign(JSON.stringify(manifest)), signature ?? ''))
    throw new Refusal(`The passphrase isn’t that of the backup ${id}, or its manifest was changed.`)
  return { manifest, key }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}

const jsonOf = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
