import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isCopyleft, sbomOf, shippedPackages } from '../../scripts/lib/licences.ts'

const lock: unknown = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
)

describe('what is shipped', () => {
  it('has no package that is under the GPL only, or without a licence', () => {
    expect(shippedPackages(lock).filter(({ licence }) => isCopyleft(licence))).toEqual([])
  })

  it('is what a production install has and what the build puts into pages, without what only tests use', () => {
    const names = shippedPackages(lock).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'react', '@fontsource-variable/figtree']),
    )
    for (const name of ['vitest', '@playwright/test', 'empty-package'])
      expect(names).not.toContain(name)
    expect(names.length).toBeGreaterThan(200)
  })

  it.each([
    ['GPL-3.0-only', true],
    ['(AGPL-3.0 AND MIT)', true],
    ['LGPL-2.1', true],
    ['unknown', true],
    ['(GPL-2.0 OR MIT)', false],
    ['MPL-2.0', false],
    ['(MPL-2.0 OR Apache-2.0)', false],
  ])('of a package under %s: refused %s', (licence, refused) => {
    expect(isCopyleft(licence)).toBe(refused)
  })

  it('is described in CycloneDX with a package URL, licence and checksum', () => {
    const integrity = `sha512-${Buffer.from('ab', 'hex').toString('base64')}`
    const entry = { version: '1.0.0', license: 'MIT', integrity }
    const shipped = shippedPackages({
      packages: {
        'node_modules/a/node_modules/@b/c': entry,
        'node_modules/d': { ...entry, dev: true },
      },
    })
    expect(sbomOf({ name: 'fieldbook', version: '0.1.0' }, shipped).components).toEqual([
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40b/c@1.0.0',
        name: '@b/c',
        version: '1.0.0',
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: 'ab' }],
        purl: 'pkg:npm/%40b/c@1.0.0',
      },
    ])
  })
})
