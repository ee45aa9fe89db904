import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  clerkJsPrecache,
  compiledAhead,
  inTasks,
  stylesWhileDrawing,
  withoutUnusedNames,
} from '../../scripts/clerk-js-assets.ts'

const manifest = createRequire(import.meta.url).resolve('@clerk/clerk-js/package.json')
const core = readFileSync(join(dirname(manifest), 'dist', 'clerk.browser.js'), 'utf8')
const served = withoutUnusedNames(core)

test('the core of clerk-js is at most 75 KB after brotli', () => {
  expect(brotliCompressSync(compiledAhead(inTasks(served))).length).toBeLessThanOrEqual(75 * 1024)
})

test('it names every file that our screens load, and none that is not served', () => {
  const names = clerkJsPrecache().map((url) => /([\w-]+)_clerk\.browser_/.exec(url)?.[1])
  const worded = names.filter((name) => name !== undefined && !/^\d+$/.test(name))
  expect(worded.length).toBeGreaterThan(10)
  for (const name of worded) expect(served).toContain(`:"${name}"`)
  expect(core).toContain(':"stripe-vendors"')
  expect(served).not.toContain(':"stripe-vendors"')
})

test('nothing else of it changes, and a core without such a list stays as it is', () => {
  const list = /\{(?:\d+:"[\w-]+",?){20,}\}/
  expect(served.replace(list, '')).toBe(core.replace(list, ''))
  expect(withoutUnusedNames('let a={1:"stripe-vendors"}')).toBe('let a={1:"stripe-vendors"}')
})

test('modules, and what holds them, are marked to be compiled while the file arrives', () => {
  const chunk = 'push([["1"],{3656:function(e,t){let n=function(){};t.a=n},7:function(){}}])'
  expect(compiledAhead(chunk)).toBe(
    'push([["1"],{3656:(function(e,t){let n=function(){};t.a=n}),7:(function(){})}])',
  )
  expect(compiledAhead('run(this,()=>(()=>{go()})())')).toBe('run(this,(()=>(()=>{go()})()))')
  expect(compiledAhead('let a={b:function(){},1:"c"}')).toBe('let a={b:function(){},1:"c"}')
})

test('marking changes nothing else of the core, and misses none of its modules', () => {
  const ahead = compiledAhead(served)
  const bare = (code: string) => code.replace(/[()]/g, '')
  expect(bare(ahead)).toBe(bare(served))
  expect(ahead).toContain('(globalThis,(()=>(()=>{')
  const modules = served.match(/[{,]\d+:function\(/g)?.length ?? 0
  expect(modules).toBeGreaterThan(90)
  expect(ahead.match(/[{,]\d+:\(function\(/g)).toHaveLength(modules)
})

test('what has been loaded runs in a task of its own', () => {
  const pause = '.then(()=>globalThis.scheduler?.yield?.())'
  const paused = inTasks(core)
  expect(paused).toMatch(/\.e=\w+=>Promise\.all\([^;]+\)\.then\(\(\)=>globalThis\.scheduler/)
  expect(paused.replace(pause, '')).toBe(core)
  expect(inTasks('let a=Promise.all([])')).toBe('let a=Promise.all([])')
})

test('the styles of its screens are written while these are drawn, and nothing else of it changes', () => {
  const early = stylesWhileDrawing(core)
  expect(early).toContain('.useInsertionEffect,s=function(e){return e()}')
  expect(early).toHaveLength(core.length - 'a||'.length)
  expect(stylesWhileDrawing('let a=b.useInsertionEffect||c')).toBe('let a=b.useInsertionEffect||c')
})
