import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { again, importAgain } from '../../scripts/import-again.ts'

const root = mkdtempSync(join(tmpdir(), 'import-again-'))
afterAll(() => rmSync(root, { recursive: true }))

/** The answer of an import that fails so often before it succeeds, by the text that stands in Vite's helper. */
const imported = async (failures: number) => {
  const tries: number[] = []
  const module = () => {
    tries.push(tries.length)
    return tries.length > failures ? Promise.resolve('module') : Promise.reject(new Error('gone'))
  }
  const helper = `(() => { ${again} })()`
  const answer: unknown = await runInNewContext(helper, {
    baseModule: module,
    handlePreloadError: () => 'given up',
    setTimeout,
  })
  return { answer, tries: tries.length }
}

test('an import that fails twice succeeds, one that fails three times is given up', async () => {
  expect(await imported(0)).toEqual({ answer: 'module', tries: 1 })
  expect(await imported(2)).toEqual({ answer: 'module', tries: 3 })
  expect(await imported(3)).toEqual({ answer: 'given up', tries: 3 })
})

test("it is in what Vite builds, whatever Vite's helper is called there", async () => {
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  writeFileSync(join(root, 'main.js'), "import('./part.js').then(({ part }) => part())")
  writeFileSync(join(root, 'part.js'), 'export const part = () => console.log(1)')
  await build({ root, configFile: false, logLevel: 'silent', plugins: [importAgain()] })
  const assets = join(root, 'dist', 'assets')
  const text = readdirSync(assets).map((file) => readFileSync(join(assets, file), 'utf8'))
  expect(text.join('')).toMatch(/200\)\.then\(\w+\)/)
})
