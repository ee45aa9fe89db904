import { describe, expect, it } from 'vitest'
import { fakeProject, readProject } from './project.ts'
import { dialogsAreOpened } from './rules/dialogs.ts'
import { endpointsAreCalled } from './rules/endpoints.ts'
import { exportsAreUsed } from './rules/exports.ts'
import { PRIVATE_DETAILS, privateDetailsAreListed } from './rules/private-details.ts'

const project = readProject()

describe('the surface of the product', () => {
  it('has no endpoint that neither the app nor the specification calls', () => {
    expect(endpointsAreCalled(project)).toEqual([])
  })
  it('has no export that only tests import', () => {
    expect(exportsAreUsed(project)).toEqual([])
  })
  it('has no dialog that the journey over all dialogs does not open', () => {
    expect(dialogsAreOpened(project)).toEqual([])
  })
  it('leans on private details of libraries only where they are listed', () => {
    expect(privateDetailsAreListed(project)).toEqual([])
  })
})

describe('a planted breach', () => {
  it('is found: a dialog that no entry of the journey opens', () => {
    const source = 'export const Ask = () => <Dialog open title="Sure?" />'
    expect(dialogsAreOpened(fakeProject({ 'src/screens/x/ask.tsx': source }))).toHaveLength(1)
  })

  it('is found: an endpoint without a caller', () => {
    const contract = `export const aEndpoints = {\n  readA: memberEndpoint({\n    method: 'GET',\n  }),\n}\n`
    const files = { 'contract/core/a.ts': contract }
    expect(endpointsAreCalled(fakeProject(files))).toHaveLength(1)
    expect(endpointsAreCalled(fakeProject({ ...files, 'src/lib/a.ts': 'api.readA()' }))).toEqual([])
  })

  it('is found: an export that only a test imports', () => {
    const files = {
      'server/a.ts': 'export const readA = () => 1\nexport const a = () => 2\n',
      'server/b.ts': `import { a } from './a.ts'\na()\n`,
      'tests/a.test.ts': `import { readA } from '../server/a.ts'\n`,
    }
    expect(exportsAreUsed(fakeProject(files))).toEqual([expect.stringContaining('readA')])
  })

  it('is found: a private name of a library in a file that is not listed, and a fifth detail', () => {
    const source = 'clerk.__unstable__updateProps({})'
    expect(privateDetailsAreListed(fakeProject({ 'src/a.ts': source }))).toHaveLength(1)
    const five = Array.from({ length: 5 }, (_, at) => `src/${at}.ts`)
    const files = Object.fromEntries(five.map((path) => [path, source]))
    const page = five.map((path) => `- \`${path}\`: gains nothing`).join('\n')
    expect(privateDetailsAreListed(fakeProject({ ...files, [PRIVATE_DETAILS]: page }))).toEqual([
      expect.stringContaining('at most 4'),
    ])
  })
})
