import { describe, expect, it } from 'vitest'
import { planted, readProject } from './project.ts'
import { featuresStandAlone, noCircles, roomsKeepTheirDirection } from './rules/rooms.ts'

const project = readProject()

describe('the rooms of this project', () => {
  it('import in one direction', () => {
    expect(roomsKeepTheirDirection(project)).toEqual([])
  })
  it('keep features apart', () => {
    expect(featuresStandAlone(project)).toEqual([])
  })
  it('have no circles', () => {
    expect(noCircles(project)).toEqual([])
  })
})

describe('a room that is entered from the wrong side', () => {
  it.each([
    ['contract', 'server/platform', 'contract/a.ts', '../server/platform/b.ts'],
    ['platform', 'features', 'server/platform/a.ts', '../features/x/calls.ts'],
    ['domain', 'the app', 'server/domain/x/a.ts', '../../app.ts'],
    ['connectors', 'domain', 'server/connectors/a.ts', '../domain/x.ts'],
    ['server', 'src', 'server/app.ts', '../src/lib/a.ts'],
    ['server', 'emulators', 'server/main.ts', '../emulators/clerk/emulator.ts'],
    ['src', 'server', 'src/lib/a.ts', '../../server/app.ts'],
    ['local', 'lib', 'src/local/a.ts', '../lib/b.ts'],
    ['ui', 'features', 'src/ui/a.tsx', '../features/x/b.tsx'],
    ['features', 'the app', 'src/features/x/a.tsx', '../../app/routes.tsx'],
    ['sw', 'lib', 'sw/a.ts', '../src/lib/b.ts'],
    ['emulators', 'server', 'emulators/clerk/a.ts', '../../server/app.ts'],
    ['scripts', 'tests', 'scripts/a.ts', '../tests/support/b.ts'],
  ])('is noticed: %s importing %s', (_from, _to, path, specifier) => {
    expect(
      roomsKeepTheirDirection(planted({ [path]: `import { b } from '${specifier}'\n` })),
    ).toHaveLength(1)
  })

  it('is noticed when the import is dynamic, for types only, spread over lines, or a worker', () => {
    const target = '../features/x/b.ts'
    for (const source of [
      `const b = await import('${target}')`,
      `import type { B } from '${target}'`,
      `import {\n  b,\n  type C,\n} from '${target}'`,
      `new Worker(new URL('${target}', import.meta.url))`,
    ])
      expect(roomsKeepTheirDirection(planted({ 'server/platform/a.ts': source }))).toHaveLength(1)
  })

  it('is not suspected where the direction is right', () => {
    expect(
      roomsKeepTheirDirection(
        planted({
          'server/features/x/calls.ts': `import { a } from '../../domain/a.ts'\nimport { c } from '../../../contract/c.ts'\n`,
          'src/features/x/x-screen.tsx': `import { a } from '../../lib/a.ts'\nimport './x.css'\n`,
          'sw/sw.ts': `import { a } from '../src/local/a.ts'\n`,
          'tests/server/a.test.ts': `import { a } from '../../emulators/clerk/emulator.ts'\n`,
          'vite.config.ts': `import { a } from './scripts/page.ts'\n`,
        }),
      ),
    ).toEqual([])
  })

  it('is not one that the house does not have', () => {
    expect(roomsKeepTheirDirection(planted({ 'server/services/a.ts': '' }))[0]).toMatch(
      /server\/services is no part of server/,
    )
  })
})

describe('two features', () => {
  it('are told where to meet when one imports the other', () => {
    const files = planted({
      'src/features/lists/a.tsx': `import { b } from '../search/b.ts'\n`,
      'server/calls/lists.ts': `import { b } from '../search/store.ts'\n`,
      'src/features/search/c.ts': `import { d } from './d.ts'\n`,
    })
    expect(featuresStandAlone(files)).toEqual([
      expect.stringContaining('moves down (src/lib, src/ui, src/offline)'),
      expect.stringContaining('moves down (server/domain)'),
    ])
  })
})

describe('a circle', () => {
  it('is shown whole, once', () => {
    const files = planted({
      'src/lib/a.ts': `import { b } from './b.ts'\n`,
      'src/lib/b.ts': `import { c } from './c.ts'\n`,
      'src/lib/c.ts': `import { a } from './a.ts'\n`,
    })
    expect(noCircles(files)).toEqual([
      expect.stringContaining('src/lib/a.ts -> src/lib/b.ts -> src/lib/c.ts -> src/lib/a.ts'),
    ])
  })

  it('is none when one side only names a type of the other', () => {
    const files = planted({
      'src/lib/a.ts': `import { b } from './b.ts'\n`,
      'src/lib/b.ts': `import type { A } from './a.ts'\n`,
    })
    expect(noCircles(files)).toEqual([])
  })
})
