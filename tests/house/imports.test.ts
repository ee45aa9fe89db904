import { describe, expect, it } from 'vitest'
import { planted, readProject } from './project.ts'
import {
  clerkStaysInSession,
  contractKnowsOnlyZod,
  importsNameTheirFile,
  noBarrels,
} from './rules/imports.ts'

const project = readProject()

describe('the imports of this project', () => {
  it('name their file whole', () => {
    expect(importsNameTheirFile(project)).toEqual([])
  })
  it('lead to the file that has what they want', () => {
    expect(noBarrels(project)).toEqual([])
  })
  it('bring nothing but zod into the contract', () => {
    expect(contractKnowsOnlyZod(project)).toEqual([])
  })
  it('bring Clerk into src/session only', () => {
    expect(clerkStaysInSession(project)).toEqual([])
  })
})

describe('an import against the house', () => {
  it('is noticed when it leaves the extension to guess', () => {
    expect(
      importsNameTheirFile(planted({ 'src/lib/a.ts': `import { b } from './b'\nimport '..'\n` })),
    ).toHaveLength(2)
    expect(
      importsNameTheirFile(
        planted({ 'src/a.ts': `import './a.css'\nimport x from './x.svg?url'\n` }),
      ),
    ).toEqual([])
  })

  it('is noticed when a file hands on what another has', () => {
    for (const source of [
      `export * from './b.ts'\n`,
      `export { b } from './b.ts'\n`,
      `export type { B } from './b.ts'\n`,
    ])
      expect(noBarrels(planted({ 'src/ui/a.ts': source }))).toHaveLength(1)
    expect(noBarrels(planted({ 'src/ui/index.ts': '' }))).toHaveLength(1)
    expect(noBarrels(planted({ 'src/ui/a.ts': `export { b }\nconst from = 'x'\n` }))).toEqual([])
  })

  it('is noticed when the contract learns of the DOM, of Node or of a library', () => {
    expect(
      contractKnowsOnlyZod(
        planted({
          'contract/a.ts': `import { x } from 'node:fs'\nimport * as z from 'zod/mini'\n`,
        }),
      ),
    ).toEqual([expect.stringContaining('node:fs')])
  })

  it('is noticed when another room learns of Clerk', () => {
    const source = `import { useAuth } from '@clerk/clerk-react'\n`
    expect(clerkStaysInSession(planted({ 'src/app/shell.tsx': source }))).toHaveLength(1)
    expect(clerkStaysInSession(planted({ 'server/platform/vendors/x.ts': source }))).toHaveLength(1)
    expect(clerkStaysInSession(planted({ 'src/session/x.tsx': source }))).toEqual([])
  })
})
