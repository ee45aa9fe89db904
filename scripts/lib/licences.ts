import * as z from 'zod/mini'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      integrity: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
    }),
  ),
})

export type Shipped = { name: string; version: string; licence: string; sha512: string | null }

/** Only a build needs these, and parts of them are in what browsers get. */
const inTheBuild = new Set(['@fontsource-variable/figtree', 'tailwindcss', 'world-atlas'])

/** What a release installs with `npm ci --omit=dev` or sends to browsers, by name; of several versions each. */
export const shippedPackages = (lock: unknown): Shipped[] => {
  const found = new Map<string, Shipped>()
  for (const [path, entry] of Object.entries(z.parse(Lock, lock).packages)) {
    const name = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    if (name === undefined || entry.link === true || entry.version === undefined) continue
    if (entry.dev === true && !inTheBuild.has(name)) continue
    const sha512 = /^sha512-(\S+)$/.exec(entry.integrity ?? '')?.[1]
    found.set(`${name}@${entry.version}`, {
      name,
      version: entry.version,
      licence: entry.license ?? 'unknown',
      sha512: sha512 === undefined ? null : Buffer.from(sha512, 'base64').toString('hex'),
    })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether a licence (SPDX) asks for the source of the whole product, in each of its alternatives. */
export const isCopyleft = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .every((alternative) => /\b[AL]?GPL-|\bSSPL-|\bBUSL-|^unknown$|^UNLICENSED$/.test(alternative))

/** CycloneDX 1.6. */
export const sbomOf = (
  product: { name: string; version: string },
  shipped: readonly Shipped[],
) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', ...product } },
  components: shipped.map(({ name, version, licence, sha512 }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      licenses: [/[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
      ...(sha512 !== null && { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
      purl,
    }
  }),
})
