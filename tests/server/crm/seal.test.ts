import { describe, expect, it } from 'vitest'
import { openSeal, SealBroken } from '../../../server/crm/seal.ts'

const k1 = { id: 'k1', key: new Uint8Array(32).fill(1) }
const k2 = { id: 'k2', key: new Uint8Array(32).fill(2) }
const row = { orgId: 'org_a', id: 'x', generation: 3 }

describe('a sealed text', () => {
  it('opens with the key it was sealed with, also after a newer one came', () => {
    const sealed = openSeal([k1]).seal('secret', row)
    expect(sealed).not.toContain('secret')
    expect(openSeal([k2, k1]).open(sealed, row)).toBe('secret')
    expect(openSeal([k2, k1]).seal('secret', row)).toMatch(/^v1\.k2\./)
  })

  it('is another text each time', () => {
    const { seal } = openSeal([k1])
    expect(seal('secret', row)).not.toBe(seal('secret', row))
  })

  it('does not open in another organisation, row or generation, without its key, or changed', () => {
    const { seal, open } = openSeal([k1])
    const sealed = seal('secret', row)
    for (const other of [{ orgId: 'org_b' }, { id: 'y' }, { generation: 4 }])
      expect(() => open(sealed, { ...row, ...other })).toThrow(SealBroken)
    expect(() => openSeal([k2]).open(sealed, row)).toThrow(SealBroken)
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => open(changed, row)).toThrow(SealBroken)
    for (const broken of ['', 'v1', 'v1.k1', 'v1.k1...', 'v2.k1.a.b.c'])
      expect(() => open(broken, row)).toThrow(SealBroken)
  })
})
