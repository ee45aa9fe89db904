import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { exceededBudgets, checkBudgets, measure } from '../../scripts/budgets.ts'

const root = mkdtempSync(join(tmpdir(), 'budgets-'))
afterAll(() => rmSync(root, { recursive: true }))

const noise = (kb: number) => {
  let state = 7
  const next = () => (state = (state * 48_271) % 2_147_483_647) & 0xff
  return Buffer.from(Array.from({ length: kb * 1000 }, next))
}

const early = '<script>x(location.pathname, [["^/search",["/assets/search.js"],[]]])</script>'
const page = (head: string) => `<head>${head}${early}<script src="/assets/main.js"></script></head>`

let count = 0
const dist = (changes: Record<string, string | Buffer | undefined> = {}) => {
  const folder = join(root, String((count += 1)))
  const files: Record<string, string | Buffer | undefined> = {
    'index.html': page('<style>a{}</style>'),
    '.vite/manifest.json': JSON.stringify({
      'index.html': { file: 'assets/main.js', imports: ['_vendor.js'] },
      '_vendor.js': { file: 'assets/vendor.js' },
      'src/screens/search/search-screen.tsx': {
        file: 'assets/search.js',
        imports: ['_vendor.js'],
      },
      'src/screens/lists/list-screen.tsx': { file: 'assets/lists.js' },
    }),
    'sw.js':
      'const l=[{"revision":"1","url":"index.html"},{"revision":null,"url":"assets/main.js"},{"revision":null,"url":"assets/vendor.js"},{revision:null,url:`/clerk-js/5/a.js`}]',
    'assets/main.js': 'main',
    'assets/vendor.js': noise(40),
    'assets/search.js': noise(20),
    'assets/lists.js': noise(300),
    'clerk-js/5/a.js': noise(600),
    ...changes,
  }
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  return folder
}

const worker = (urls: string[]) =>
  `x([${urls.map((url) => `{"revision":null,"url":"${url}"}`).join(',')}])`

test('the budget counts the heaviest of several screens', () => {
  const screens = [
    ['^/sign-in', ['/assets/lists.js'], []],
    ['^/search', ['/assets/search.js'], []],
  ]
  const html = page('').replace(/location.pathname, .*\]\)/, () => {
    return `location.pathname, ${JSON.stringify(screens)})`
  })
  expect(exceededBudgets(measure(dist({ 'index.html': html })))).toEqual(['js_kb'])
})

test('a small build is within its budgets; later screens and Clerk do not count', () => {
  const measured = measure(dist())
  expect(exceededBudgets(measured)).toEqual([])
  expect(measured.js_kb).toBeGreaterThan(58)
  expect(measured.js_kb).toBeLessThan(63)
  expect(measured.requests).toBe(4)
  expect(measured.precache_entries).toBe(3)
})

describe('a build over budget', () => {
  const names = Array.from({ length: 21 }, (_, index) => `assets/${index}.js`)
  const links = (tag: (index: number) => string) =>
    page(Array.from({ length: 22 }, (_, index) => tag(index)).join(''))

  test.each([
    [
      'js_kb',
      'a heavy library in what the first screen imports',
      { 'assets/vendor.js': noise(190) },
    ],
    ['js_kb', 'a heavy first screen', { 'assets/search.js': noise(190) }],
    [
      'css_kb',
      'too much style inline',
      { 'index.html': page(`<style>${noise(24).toString('base64')}</style>`) },
    ],
    [
      'blocking_stylesheets',
      'a stylesheet that the first paint waits for',
      {
        'index.html': page('<link rel="stylesheet" href="/assets/main.css">'),
        'assets/main.css': 'a{}',
      },
    ],
    [
      'third_parties',
      'a script from elsewhere',
      { 'index.html': page('<script src="https://cdn.example/x.js"></script>') },
    ],
    [
      'third_parties',
      'a font from elsewhere',
      { 'index.html': page('<link href="//fonts.example/x.css">') },
    ],
    [
      'requests',
      'a page that preloads 22 files',
      { 'index.html': links((n) => `<link rel="modulepreload" href="/assets/${n}.js">`) },
    ],
    [
      'precache_entries',
      'a precache of 21 files',
      { 'sw.js': worker(names), ...Object.fromEntries(names.map((name) => [name, 'x'])) },
    ],
    [
      'precache_kb',
      'a heavy file in the precache',
      { 'sw.js': worker(['assets/big.js']), 'assets/big.js': noise(610) },
    ],
    [
      'precache_gaps',
      'a script in the precache imports one that is not',
      { 'sw.js': worker(['index.html', 'assets/main.js']) },
    ],
  ])('%s: %s', (budget, _why, changes: Record<string, string | Buffer>) => {
    const said: string[] = []
    const folder = dist(changes)
    expect(exceededBudgets(measure(folder))).toEqual([budget])
    expect(checkBudgets(folder, (line) => said.push(line))).toBe(false)
    expect(said.filter((line) => line.includes('OVER BUDGET'))).toHaveLength(1)
  })
})

describe('a build that cannot be measured', () => {
  test('throws without a screen that is fetched with the page', () => {
    const html = '<head><script src="/assets/main.js"></script></head>'
    expect(() => measure(dist({ 'index.html': html }))).toThrow('early')
  })

  test('throws without an entry, a precache list, or a file that the list names', () => {
    expect(() => measure(dist({ '.vite/manifest.json': '{}' }))).toThrow('entry')
    expect(() => measure(dist({ 'sw.js': 'nothing' }))).toThrow('precache')
    expect(() => measure(dist({ 'sw.js': worker(['assets/gone.js']) }))).toThrow('gone.js')
  })
})
