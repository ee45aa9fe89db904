import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { earlierIds, keepEarlierAssets, type BuildRecord } from '../../scripts/earlier-assets.ts'

const root = mkdtempSync(join(tmpdir(), 'earlier-assets-'))
afterAll(() => rmSync(root, { recursive: true }))

const release = (() => {
  let count = 0
  return (id: string, files: string[], before?: { dist: string; record: BuildRecord }) => {
    const dist = join(root, String((count += 1)))
    mkdirSync(join(dist, 'assets'), { recursive: true })
    for (const file of files) writeFileSync(join(dist, 'assets', file), file)
    const ages = keepEarlierAssets({ last: before?.record, from: before?.dist ?? '', id, to: dist })
    return { dist, record: { id, earlier: earlierIds(before?.record, id), sources: '', ages } }
  }
})()

const assets = ({ dist }: { dist: string }) => readdirSync(join(dist, 'assets')).toSorted()

test('a tab of an old version finds its files for two more releases only', () => {
  const first = release('1', ['app-1.js', 'vendor.js'])
  const second = release('2', ['app-2.js', 'vendor.js'], first)
  const third = release('3', ['app-3.js', 'vendor.js'], second)
  const fourth = release('4', ['app-4.js', 'vendor.js'], third)
  expect(assets(third)).toEqual(['app-1.js', 'app-2.js', 'app-3.js', 'vendor.js'])
  expect(assets(fourth)).toEqual(['app-2.js', 'app-3.js', 'app-4.js', 'vendor.js'])
  expect(fourth.record.earlier).toEqual(['3', '2'])
})

test('repeating the same build ages no file', () => {
  const first = release('1', ['app-1.js'])
  let second = release('2', ['app-2.js'], first)
  for (let again = 0; again < 5; again += 1) second = release('2', ['app-2.js'], second)
  expect(assets(second)).toEqual(['app-1.js', 'app-2.js'])
  expect(second.record.earlier).toEqual(['1'])
})

test('a file that returns counts as new', () => {
  const first = release('1', ['app-1.js'])
  const second = release('2', ['app-2.js'], first)
  const third = release('3', ['app-1.js'], second)
  expect(third.record.ages).toEqual({ 'assets/app-1.js': 0, 'assets/app-2.js': 1 })
})
