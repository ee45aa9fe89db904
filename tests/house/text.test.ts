import { describe, expect, it } from 'vitest'
import { fakeProject, readProject } from './project.ts'
import {
  coloursAreTokens,
  noOwnDays,
  everyTestRuns,
  filesAreNamedWell,
  filesStayShort,
  lockNamesNoHost,
  noClaims,
  noMachineInTheText,
  safeEdgesStandAlone,
} from './rules/text.ts'

const project = readProject()

describe('the files of this project', () => {
  it('use colour tokens', () => {
    expect(coloursAreTokens(project)).toEqual([])
  })
  it('respect safe areas without losing their padding', () => {
    expect(safeEdgesStandAlone(project)).toEqual([])
  })
  it('name no machine and no registry', () => {
    expect(noMachineInTheText(project)).toEqual([])
    expect(lockNamesNoHost(project)).toEqual([])
  })
  it('are short', () => {
    expect(filesStayShort(project)).toEqual([])
  })
  it('skip no test', () => {
    expect(everyTestRuns(project)).toEqual([])
  })
  it('cast no unchecked value', () => {
    expect(noClaims(project)).toEqual([])
  })
  it('compute days in one file', () => {
    expect(noOwnDays(project)).toEqual([])
  })
  it('have names that say their content', () => {
    expect(filesAreNamedWell(project)).toEqual([])
  })
})

describe('a planted breach in a text', () => {
  it.each([
    ['src/ui/a.css', 'color: #fff;'],
    ['src/ui/a.tsx', `<p style={{ color: '#a1b2c3' }} />`],
    ['src/ui/a.tsx', '<p className="bg-[#112233]" />'],
    ['src/ui/a.css', 'color: oklch(50% 0.1 20);'],
    ['src/ui/a.css', 'box-shadow: 0 0 2px rgb(0 0 0 / 10%);'],
    ['src/ui/a.tsx', '<p className="text-slate-500" />'],
  ])('is a colour outside the tokens: %s %s', (path, source) => {
    expect(coloursAreTokens(fakeProject({ [path]: source }))).toHaveLength(1)
    expect(coloursAreTokens(fakeProject({ 'src/ui/tokens.css': source }))).toEqual([])
  })

  it('is not reported for a fragment, a private field or a count', () => {
    expect(
      coloursAreTokens(
        fakeProject({
          'src/a.tsx': `<a href="#added-here">issue #1234x</a>\nthis.#bed\ntext-ink gap-x-20`,
        }),
      ),
    ).toEqual([])
  })

  it('is found: side padding beside safe-x', () => {
    const wide = (classes: string): string[] =>
      safeEdgesStandAlone(fakeProject({ 'src/ui/a.tsx': `<p className="${classes}" />` }))
    expect(wide('safe-x flex px-4 py-2')).toHaveLength(1)
    expect(wide('safe-x pl-4')).toHaveLength(1)
    expect(wide('safe-top safe-x gap-x-4 py-2')).toEqual([])
  })

  it('is found: a folder of a machine, or a registry', () => {
    const folder = ['', 'root', 'x'].join('/')
    const host = ['https:', '', 'registry.npmjs.example'].join('/')
    expect(
      noMachineInTheText(fakeProject({ 'a.md': `see ${folder}\n${host}\nsrc/work/a.ts is fine` })),
    ).toHaveLength(2)
    expect(
      lockNamesNoHost(fakeProject({ 'package-lock.json': `"resolved": "${host}"` })),
    ).toHaveLength(1)
  })

  it('is found: a file of 401 lines, except catalogues and tests', () => {
    const long = 'x\n'.repeat(401)
    expect(filesStayShort(fakeProject({ 'src/a.ts': long }))).toHaveLength(1)
    expect(
      filesStayShort(
        fakeProject({
          'contract/catalogue-industries.ts': long,
          'tests/a.ts': long,
          'src/b.ts': 'x\n'.repeat(400),
        }),
      ),
    ).toEqual([])
  })

  it('is found: a skipped test', () => {
    const aside = ['it', 'skip'].join('.')
    expect(
      everyTestRuns(fakeProject({ 'tests/a.test.ts': `${aside}('x', () => {})` })),
    ).toHaveLength(1)
    expect(everyTestRuns(fakeProject({ 'tests/a.test.ts': `it.each([])('x', () => {})` }))).toEqual(
      [],
    )
  })

  it('is found: a cast of an unchecked value', () => {
    for (const source of ['const a = b as Company', 'use(x[0] as string)', 'f() as unknown as X'])
      expect(noClaims(fakeProject({ 'src/a.ts': source }))).toHaveLength(1)
    for (const source of [
      'const a = [1] as const',
      'const a = JSON.parse(text) as Company',
      'const a = [] as string[]',
      '// The driver has checked it.\nconst a = b as Row',
      `import { Dialog as Base } from 'x'`,
      '  Dialog as Base,',
      '// as Company would say',
    ])
      expect(noClaims(fakeProject({ 'src/a.ts': source }))).toEqual([])
  })

  it('is found: a day computed by hand', () => {
    for (const source of ['const week = 7 * 86_400_000', 'now.toISOString().slice(0, 10)'])
      expect(noOwnDays(fakeProject({ 'server/a.ts': source }))).toHaveLength(1)
  })

  it('is found: a name that says nothing, or is not in kebab-case', () => {
    expect(
      filesAreNamedWell(
        fakeProject({
          'src/lib/utils.ts': '',
          'src/lib/date-helpers.ts': '',
          'src/MyFile.tsx': '',
        }),
      ),
    ).toHaveLength(3)
  })
})
