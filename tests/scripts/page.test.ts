import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { singleRequestPage } from '../../scripts/page.ts'

const root = mkdtempSync(join(tmpdir(), 'page-'))
afterAll(() => rmSync(root, { recursive: true }))

const sources = {
  'index.html':
    '<html><head><title>x</title><script>start(location.pathname, [])</script></head><body><script type="module" src="/main.js"></script></body></html>',
  'main.js': "import './main.css'; import('./first-screen.js'); import('./other-screen.js')",
  'main.css': `a::before { content: '</style><script>'; color: red }`,
  'first-screen.js': 'console.log("first")',
  'other-screen.js': 'console.log("other")',
}

const built = async (changes: Record<string, string> = {}, module = /first-screen\.js$/) => {
  const folder = mkdtempSync(join(root, 'build-'))
  for (const [file, text] of Object.entries({ ...sources, ...changes })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const page = singleRequestPage({
    early: [{ at: '^/first', now: [module], afterPaint: ['/clerk-js/1/core.js'] }],
  })
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [page.plugin],
    build: { cssCodeSplit: false, chunkImportMap: true, rolldownOptions: { cwd: folder } },
  })
  const dist = join(folder, 'dist')
  return {
    html: readFileSync(join(dist, 'index.html'), 'utf8'),
    record: readFileSync(join(dist, 'build.json'), 'utf8'),
    assets: readdirSync(join(dist, 'assets')),
    id: page.buildId(),
  }
}

test('the page inlines styles without a file of their own, and escapes closing tags', async () => {
  const { html, assets } = await built()
  expect(html).toContain('color:red')
  expect(html).not.toContain('rel="stylesheet"')
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(assets.filter((file) => file.endsWith('.css'))).toEqual([])
})

test("the page's first script knows its screen's files and address only", async () => {
  const { html } = await built()
  expect(html).toMatch(
    /start\(location\.pathname, \[\["\^\/first",\["\/assets\/first-screen-[^"]+\.js"\],\["\/clerk-js\/1\/core\.js"\],\[\]\]\]\)/,
  )
  expect(/start\(.*\)/.exec(html)?.[0]).not.toContain('other-screen')
})

test('the import map comes before the script that fetches files, and is no file of its own', async () => {
  const { html } = await built()
  expect(html.indexOf('<script type="importmap">{"imports":{"/assets/')).toBeGreaterThan(0)
  expect(html.indexOf('importmap')).toBeLessThan(html.indexOf('<script>'))
  expect(html.match(/importmap/g)).toHaveLength(1)
})

test('a change in one script changes no script that imports it', async () => {
  const sources = (other: string) =>
    built({ 'first-screen.js': "import('./other-screen.js')", 'other-screen.js': other })
  const [before, after] = await Promise.all([
    sources('console.log("one")'),
    sources('console.log("two")'),
  ])
  const screen = (assets: string[]) => assets.filter((file) => file.startsWith('first-screen'))
  expect(before.assets).not.toEqual(after.assets)
  expect(screen(before.assets)).toEqual(screen(after.assets))
})

test("the page names a script's imports before it, so that each runs in its own task", async () => {
  const { html } = await built({
    'main.js': "import { part } from './part.js'; import('./first-screen.js'); part()",
    'first-screen.js': "import { part } from './part.js'; part('first')",
    'other-screen.js': '',
    'part.js': 'export const part = (text) => console.log(text)',
  })
  const scripts = [...html.matchAll(/<script type="later"[^>]* src="\/assets\/(\w+)-/g)]
  const names = scripts.map(([, name]) => name)
  expect(names.at(-1)).toBe('index')
  expect(new Set(names).size).toBe(names.length)
})

test('scripts run at once; for a signed-in user after the first frame, or soon without one', async () => {
  const { html } = await built()
  const [, begin = ''] = /type="later"[^>]*><\/script>\s*<script>([^]*?)<\/script>/.exec(html) ?? []
  const at = (first: string, hidden = false) => {
    const ran: string[] = []
    const due: { frame?: () => void; loaded?: () => void; late?: () => void } = {}
    const script = { src: '/assets/a.js', replaceWith: () => ran.push('/assets/a.js') }
    runInNewContext(begin, {
      document: {
        documentElement: { dataset: { first } },
        hidden,
        // Without a head: fetching before it runs would delay the first frame.
        createElement: () => ({}),
        querySelectorAll: () => [script],
      },
      addEventListener: (_: string, listener: () => void) => (due.loaded = listener),
      requestAnimationFrame: (callback: () => void) => (due.frame = callback),
      setTimeout: (callback: () => void, ms?: number) =>
        ms === undefined ? callback() : (due.late = callback),
    })
    return { ran, due }
  }
  expect(at('logo').ran).toHaveLength(1)
  expect(at('frame', true).ran).toHaveLength(1)
  const known = at('frame')
  expect(known.ran).toEqual([])
  known.due.loaded?.()
  expect(known.ran).toEqual([])
  known.due.frame?.()
  known.due.late?.()
  expect(known.ran).toHaveLength(1)
  const unseen = at('frame')
  unseen.due.loaded?.()
  unseen.due.late?.()
  expect(unseen.ran).toHaveLength(1)
})

test('a build fails for an unknown screen, or a page without a slot for its files', async () => {
  await expect(built({}, /gone\.js$/)).rejects.toThrow('gone')
  await expect(
    built({
      'index.html': '<html><head></head><script type="module" src="/main.js"></script></html>',
    }),
  ).rejects.toThrow('location.pathname')
})

test('the page, the record and the worker have the same build id', async () => {
  const { html, record, id } = await built()
  expect(id).toMatch(/^[0-9a-f]{12}$/)
  expect(html).toContain(`<meta name="build" content="${id}">`)
  expect(JSON.parse(record)).toEqual({ id })
})

test('the build id is a hash of the content', async () => {
  const [original, same, code, style, page] = await Promise.all([
    built(),
    built(),
    built({ 'other-screen.js': 'console.log("changed")' }),
    built({ 'main.css': 'a { color: blue }' }),
    built({ 'index.html': sources['index.html'].replace('x</title>', 'y</title>') }),
  ])
  expect(same.id).toBe(original.id)
  expect(new Set([original.id, code.id, style.id, page.id]).size).toBe(4)
})
