import { describe, expect, it } from 'vitest'
import { fakeProject, readProject } from './project.ts'
import {
  clerkStaysInSession,
  contractKnowsOnlyZod,
  importsNameTheirFile,
  noBarrels,
} from './rules/imports.ts'

const project = readProject()

describe('the imports of this project', () => {
  it('include the file extension', () => {
    expect(importsNameTheirFile(project)).toEqual([])
  })
  it('name the file that declares the import', () => {
    expect(noBarrels(project)).toEqual([])
  })
  it('include only zod in the contract', () => {
    expect(contractKnowsOnlyZod(project)).toEqual([])
  })
  it('include Clerk only in src/session', () => {
    expect(clerkStaysInSession(project)).toEqual([])
  })
})

describe('a planted breach of the import rules', () => {
  it('is found without a file extension', () => {
    expect(
      importsNameTheirFile(
        fakeProject({ 'src/lib/a.ts': `import { b } from './b'\nimport '..'\n` }),
      ),
    ).toHaveLength(2)
    expect(
      importsNameTheirFile(
        fakeProject({ 'src/a.ts': `import './a.css'\nimport x from './x.svg?url'\n` }),
      ),
    ).toEqual([])
  })

  it('is found when a file re-exports from another', () => {
    for (const source of [
      `export * from './b.ts'\n`,
      `export { b } from './b.ts'\n`,
      `export type { B } from './b.ts'\n`,
    ])
      expect(noBarrels(fakeProject({ 'src/ui/a.ts': source }))).toHaveLength(1)
    expect(noBarrels(fakeProject({ 'src/ui/index.ts': '' }))).toHaveLength(1)
    expect(noBarrels(fakeProject({ 'src/ui/a.ts': `export { b }\nconst from = 'x'\n` }))).toEqual(
      [],
    )
  })

  it('is found when the contract imports the DOM, Node or a library', () => {
    expect(
      contractKnowsOnlyZod(
        fakeProject({
          'contract/a.ts': `import { x } from 'node:fs'\nimport * as z from 'zod/mini'\n`,
        }),
      ),
    ).toEqual([expect.stringContaining('node:fs')])
  })

  it('is found when a folder besides src/session imports Clerk', () => {
    const source = `import { useAuth } from '@clerk/clerk-react'\n`
    expect(clerkStaysInSession(fakeProject({ 'src/app/shell.tsx': source }))).toHaveLength(1)
    expect(
      clerkStaysInSession(fakeProject({ 'server/platform/vendors/x.ts': source })),
    ).toHaveLength(1)
    expect(clerkStaysInSession(fakeProject({ 'src/session/x.tsx': source }))).toEqual([])
  })
})
