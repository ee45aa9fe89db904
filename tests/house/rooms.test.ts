import { describe, expect, it } from 'vitest'
import { fakeProject, readProject } from './project.ts'
import {
  crmsStayInTheirFolders,
  noFileCycles,
  noFolderCycles,
  importsFollowLayers,
  screensStandAlone,
} from './rules/rooms.ts'

const project = readProject()

describe('the layers of this project', () => {
  it('import in one direction', () => {
    expect(importsFollowLayers(project)).toEqual([])
  })
  it('have no import between screens', () => {
    expect(screensStandAlone(project)).toEqual([])
  })
  it('have no import of a CRM but in the lists of them', () => {
    expect(crmsStayInTheirFolders(project)).toEqual([])
  })
  it('have no cycle of files', () => {
    expect(noFileCycles(project)).toEqual([])
  })
  it('have no cycle of folders', () => {
    expect(noFolderCycles(project)).toEqual([])
  })
})

describe('a planted import of a CRM', () => {
  const importing = (path: string, specifier: string) =>
    crmsStayInTheirFolders(fakeProject({ [path]: `import { b } from '${specifier}'\n` }))

  it('is noticed in a noun and in another CRM, and allowed in its folder, the list and tests', () => {
    expect(importing('server/crm/a.ts', '../connectors/acme/b.ts')).toHaveLength(1)
    expect(importing('server/connectors/other/a.ts', '../acme/b.ts')).toHaveLength(1)
    expect(importing('emulators/crm/core/a.ts', '../acme/b.ts')).toHaveLength(1)
    expect(importing('server/connectors/acme/a.ts', './b.ts')).toEqual([])
    expect(importing('server/connectors/acme/a.ts', '../port.ts')).toEqual([])
    expect(importing('emulators/crm/acme/a.ts', '../core/b.ts')).toEqual([])
    expect(importing('server/connectors/registry.ts', './acme/connector.ts')).toEqual([])
    expect(importing('tests/server/a.test.ts', '../../server/connectors/acme/b.ts')).toEqual([])
  })
})

describe('a planted import against the direction', () => {
  it.each([
    ['contract', 'server/platform', 'contract/core/a.ts', '../../server/platform/b.ts'],
    ['platform', 'a noun', 'server/platform/http/a.ts', '../../credits/b.ts'],
    ['connectors', 'a noun', 'server/connectors/a.ts', '../credits/b.ts'],
    ['a noun', 'calls', 'server/credits/a.ts', '../calls/credits.ts'],
    ['a noun', 'sync', 'server/credits/a.ts', '../sync/feed.ts'],
    ['calls', 'the app', 'server/calls/a.ts', '../app.ts'],
    ['the app', 'main', 'server/app.ts', './main.ts'],
    ['server', 'src', 'server/app.ts', '../src/lib/a.ts'],
    ['server', 'demo', 'server/main.ts', '../demo/demo.ts'],
    ['server', 'emulators', 'server/main.ts', '../emulators/clerk/emulator.ts'],
    ['demo', 'calls', 'demo/a.ts', '../server/calls/credits.ts'],
    ['src', 'server', 'src/lib/a.ts', '../../server/app.ts'],
    ['offline', 'lib', 'src/offline/a.ts', '../lib/b.ts'],
    ['lib', 'session', 'src/lib/a.ts', '../session/b.ts'],
    ['session', 'shared', 'src/session/a.ts', '../shared/x/b.ts'],
    ['shared', 'screens', 'src/shared/x/a.tsx', '../../screens/x/b.tsx'],
    ['screens', 'the app', 'src/screens/x/a.tsx', '../../app/routes.tsx'],
    ['sw', 'lib', 'sw/a.ts', '../src/lib/b.ts'],
    ['emulators', 'server', 'emulators/clerk/a.ts', '../../server/app.ts'],
    ['scripts', 'tests', 'scripts/a.ts', '../tests/kit/b.ts'],
    ['scripts', 'bench', 'scripts/a.ts', '../bench/search/b.ts'],
    ['bench', 'a test', 'bench/search/a.ts', '../../tests/server/search/b.ts'],
    ['tests', 'bench', 'tests/server/a.test.ts', '../../bench/search/b.ts'],
  ])('is noticed: %s importing %s', (_from, _to, path, specifier) => {
    expect(
      importsFollowLayers(fakeProject({ [path]: `import { b } from '${specifier}'\n` })),
    ).toHaveLength(1)
  })

  it('is found if it is dynamic, for types only, over several lines, or a worker', () => {
    const target = '../../credits/b.ts'
    for (const source of [
      `const b = await import('${target}')`,
      `import type { B } from '${target}'`,
      `import {\n  b,\n  type C,\n} from '${target}'`,
      `new Worker(new URL('${target}', import.meta.url))`,
    ])
      expect(
        importsFollowLayers(fakeProject({ 'server/platform/http/a.ts': source })),
      ).toHaveLength(1)
  })

  it('is not reported in the allowed direction', () => {
    expect(
      importsFollowLayers(
        fakeProject({
          'server/calls/x.ts': `import { a } from '../credits/a.ts'\nimport { c } from '../../contract/money/c.ts'\n`,
          'server/credits/a.ts': `import { b } from '../customer/b.ts'\nimport { c } from '../platform/db/c.ts'\n`,
          'src/screens/x/x-screen.tsx': `import { a } from '../../shared/y/a.ts'\nimport './x.css'\n`,
          'src/shared/y/a.ts': `import { a } from '../../session/a.ts'\nimport { b } from '../z/b.ts'\n`,
          'sw/sw.ts': `import { a } from '../src/offline/a.ts'\n`,
          'demo/demo.ts': `import { a } from '../server/records/a.ts'\n`,
          'tests/server/a.test.ts': `import { a } from '../../emulators/clerk/emulator.ts'\n`,
          'bench/x/main.ts': `import { a } from '../kit/app.ts'\n`,
          'vite.config.ts': `import { a } from './scripts/page.ts'\n`,
        }),
      ),
    ).toEqual([])
  })

  it('is found for an unknown folder', () => {
    expect(importsFollowLayers(fakeProject({ 'server/services/a.ts': '' }))[0]).toMatch(
      /server\/services is no part of server/,
    )
  })
})

describe('two screens', () => {
  it('are reported with where shared code belongs when one imports the other', () => {
    const files = fakeProject({
      'src/screens/lists/a.tsx': `import { b } from '../search/b.ts'\n`,
      'src/screens/search/c.ts': `import { d } from './results/d.ts'\n`,
      'src/shared/lists/a.ts': `import { d } from '../search/d.ts'\n`,
    })
    expect(screensStandAlone(files)).toEqual([
      expect.stringContaining('moves down (src/shared, src/ui, src/lib)'),
    ])
  })
})

describe('a cycle of files', () => {
  it('is reported once, in full', () => {
    const files = fakeProject({
      'src/lib/a.ts': `import { b } from './b.ts'\n`,
      'src/lib/b.ts': `import { c } from './c.ts'\n`,
      'src/lib/c.ts': `import { a } from './a.ts'\n`,
    })
    expect(noFileCycles(files)).toEqual([
      expect.stringContaining('src/lib/a.ts -> src/lib/b.ts -> src/lib/c.ts -> src/lib/a.ts'),
    ])
  })

  it('is not reported if one side imports only a type', () => {
    const files = fakeProject({
      'src/lib/a.ts': `import { b } from './b.ts'\n`,
      'src/lib/b.ts': `import type { A } from './a.ts'\n`,
    })
    expect(noFileCycles(files)).toEqual([])
  })
})

describe('a cycle of folders', () => {
  it('is reported once, in full, although no file is in a cycle', () => {
    const files = fakeProject({
      'server/credits/a.ts': `import { b } from '../customer/b.ts'\n`,
      'server/customer/b.ts': '',
      'server/customer/c.ts': `import { d } from '../members/d.ts'\n`,
      'server/members/d.ts': `import { e } from '../credits/e.ts'\n`,
      'server/credits/e.ts': '',
    })
    expect(noFileCycles(files)).toEqual([])
    expect(noFolderCycles(files)).toEqual([
      expect.stringContaining(
        'server/credits -> server/customer -> server/members -> server/credits:',
      ),
    ])
  })

  it('is reported for a type import, between nouns, shared folders, doors and parts of the contract', () => {
    for (const [first, second] of [
      ['server/credits', 'server/customer'],
      ['server/platform/http', 'server/platform/db'],
      ['src/shared/credits', 'src/shared/unlocks'],
      ['contract/money', 'contract/org'],
    ] as const) {
      const files = fakeProject({
        [`${first}/a.ts`]: `import { b } from '../${second.split('/').at(-1) ?? ''}/b.ts'\n`,
        [`${second}/b.ts`]: '',
        [`${second}/c.ts`]: `import type { D } from '../${first.split('/').at(-1) ?? ''}/d.ts'\n`,
        [`${first}/d.ts`]: '',
      })
      expect(noFolderCycles(files)).toHaveLength(1)
    }
  })

  it('is not reported within a noun, or for a file beside the folders', () => {
    const files = fakeProject({
      'server/importers/run.ts': `import { a } from './formats/a.ts'\n`,
      'server/importers/formats/a.ts': `import { b } from '../text.ts'\n`,
      'server/importers/text.ts': `import { Refusal } from '../platform/refusal.ts'\n`,
      'server/platform/refusal.ts': '',
      'server/platform/csv.ts': `import { a } from './http/a.ts'\n`,
      'server/platform/http/a.ts': `import { Refusal } from '../refusal.ts'\n`,
    })
    expect(noFolderCycles(files)).toEqual([])
  })
})
