import { describe, expect, it } from 'vitest'
import { planted, readProject } from './project.ts'
import {
  coloursAreTokens,
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
  it('take their colours from the tokens', () => {
    expect(coloursAreTokens(project)).toEqual([])
  })
  it('keep off a notch without losing their padding', () => {
    expect(safeEdgesStandAlone(project)).toEqual([])
  })
  it('name no machine and no registry', () => {
    expect(noMachineInTheText(project)).toEqual([])
    expect(lockNamesNoHost(project)).toEqual([])
  })
  it('are short', () => {
    expect(filesStayShort(project)).toEqual([])
  })
  it('hold only tests that run', () => {
    expect(everyTestRuns(project)).toEqual([])
  })
  it('claim nothing of a value that was not checked', () => {
    expect(noClaims(project)).toEqual([])
  })
  it('are named for what they hold', () => {
    expect(filesAreNamedWell(project)).toEqual([])
  })
})

describe('a breach in a text', () => {
  it.each([
    ['src/ui/a.css', 'color: #fff;'],
    ['src/ui/a.tsx', `<p style={{ color: '#a1b2c3' }} />`],
    ['src/ui/a.tsx', '<p className="bg-[#112233]" />'],
    ['src/ui/a.css', 'color: oklch(50% 0.1 20);'],
    ['src/ui/a.css', 'box-shadow: 0 0 2px rgb(0 0 0 / 10%);'],
    ['src/ui/a.tsx', '<p className="text-slate-500" />'],
  ])('is a colour outside the tokens: %s %s', (path, source) => {
    expect(coloursAreTokens(planted({ [path]: source }))).toHaveLength(1)
    expect(coloursAreTokens(planted({ 'src/ui/tokens.css': source }))).toEqual([])
  })

  it('is not a fragment, a private field or a count', () => {
    expect(
      coloursAreTokens(
        planted({
          'src/a.tsx': `<a href="#added-here">issue #1234x</a>\nthis.#bed\ntext-ink gap-x-20`,
        }),
      ),
    ).toEqual([])
  })

  it('is a padding to the sides beside safe-x', () => {
    const wide = (classes: string): string[] =>
      safeEdgesStandAlone(planted({ 'src/ui/a.tsx': `<p className="${classes}" />` }))
    expect(wide('safe-x flex px-4 py-2')).toHaveLength(1)
    expect(wide('safe-x pl-4')).toHaveLength(1)
    expect(wide('safe-top safe-x gap-x-4 py-2')).toEqual([])
  })

  it('is a folder of one machine or a registry', () => {
    const folder = ['', 'root', 'x'].join('/')
    const host = ['https:', '', 'registry.npmjs.example'].join('/')
    expect(
      noMachineInTheText(planted({ 'a.md': `see ${folder}\n${host}\nsrc/work/a.ts is fine` })),
    ).toHaveLength(2)
    expect(lockNamesNoHost(planted({ 'package-lock.json': `"resolved": "${host}"` }))).toHaveLength(
      1,
    )
  })

  it('is a file of 401 lines, unless it lists names or tests', () => {
    const long = 'x\n'.repeat(401)
    expect(filesStayShort(planted({ 'src/a.ts': long }))).toHaveLength(1)
    expect(
      filesStayShort(
        planted({
          'contract/catalogue-industries.ts': long,
          'tests/a.ts': long,
          'src/b.ts': 'x\n'.repeat(400),
        }),
      ),
    ).toEqual([])
  })

  it('is a test that is set aside', () => {
    const aside = ['it', 'skip'].join('.')
    expect(everyTestRuns(planted({ 'tests/a.test.ts': `${aside}('x', () => {})` }))).toHaveLength(1)
    expect(everyTestRuns(planted({ 'tests/a.test.ts': `it.each([])('x', () => {})` }))).toEqual([])
  })

  it('is a claim about a value that nothing has checked', () => {
    for (const source of ['const a = b as Company', 'use(x[0] as string)', 'f() as unknown as X'])
      expect(noClaims(planted({ 'src/a.ts': source }))).toHaveLength(1)
    for (const source of [
      'const a = [1] as const',
      'const a = JSON.parse(text) as Company',
      'const a = [] as string[]',
      '// The driver has checked it.\nconst a = b as Row',
      `import { Dialog as Base } from 'x'`,
      '  Dialog as Base,',
      '// as Company would say',
    ])
      expect(noClaims(planted({ 'src/a.ts': source }))).toEqual([])
  })

  it('is a name that says nothing, or is written in another way', () => {
    expect(
      filesAreNamedWell(
        planted({ 'src/lib/utils.ts': '', 'src/lib/date-helpers.ts': '', 'src/MyFile.tsx': '' }),
      ),
    ).toHaveLength(3)
  })
})
