import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { brought, importAgain } from '../../scripts/import-again.ts'

const root = mkdtempSync(join(tmpdir(), 'import-again-'))
afterAll(() => rmSync(root, { recursive: true }))

/** How often a file is asked for that breaks so often before it comes, and whether it came or what was said. */
const asked = async (failures: number, scripts: { src: string }[] = [], ok = true) => {
  let times = 0
  const fetch = () => {
    times += 1
    return times > failures
      ? Promise.resolve({ ok, arrayBuffer: () => Promise.resolve(new ArrayBuffer()) })
      : Promise.reject(new TypeError('Failed to fetch'))
  }
  const setTimeout = (done: () => void) => done()
  const coming: unknown = runInNewContext(`${brought}; brought('/assets/part.js', 3)`, {
    fetch,
    setTimeout,
    document: { scripts },
  })
  const came = await Promise.resolve(coming).then(() => true, String)
  return { times, came }
}

test('a part that breaks twice is had, one that breaks three times is given up', async () => {
  expect(await asked(0)).toEqual({ times: 1, came: true })
  expect(await asked(2)).toEqual({ times: 3, came: true })
  const given = 'TypeError: Failed to fetch dynamically imported module: /assets/part.js'
  expect(await asked(3)).toEqual({ times: 3, came: given })
  expect(await asked(0, [], false)).toEqual({ times: 3, came: given })
})

test('what the page itself has brought is not fetched again', async () => {
  expect(await asked(0, [{ src: '/assets/part.js' }])).toEqual({ times: 0, came: true })
})

test('a part is fetched before it is imported, where no worker keeps it', async () => {
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  writeFileSync(
    join(root, 'main.js'),
    "import { one } from './one.js'\nconsole.log(one)\nimport('./part.js').then(({ part }) => part())",
  )
  writeFileSync(join(root, 'one.js'), 'export const one = 1')
  writeFileSync(
    join(root, 'part.js'),
    "import { one } from './one.js'\nexport const part = () => console.log(one)",
  )
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [importAgain()],
    build: { minify: false },
  })
  const assets = join(root, 'dist', 'assets')
  const text = readdirSync(assets).map((file) => readFileSync(join(assets, file), 'utf8'))
  expect(text.join('')).toMatch(/serviceWorker\?\.controller\) return brought\(dep\.href, 3\)/)
})
