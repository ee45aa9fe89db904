import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { earlierIds, keepEarlierAssets, type BuildRecord } from '../../scripts/kept-assets.ts'

const root = mkdtempSync(join(tmpdir(), 'kept-'))
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

test('a tab of an old version finds its files for two more releases, and not for ever', () => {
  const one = release('1', ['app-1.js', 'vendor.js'])
  const two = release('2', ['app-2.js', 'vendor.js'], one)
  const three = release('3', ['app-3.js', 'vendor.js'], two)
  const four = release('4', ['app-4.js', 'vendor.js'], three)
  expect(assets(three)).toEqual(['app-1.js', 'app-2.js', 'app-3.js', 'vendor.js'])
  expect(assets(four)).toEqual(['app-2.js', 'app-3.js', 'app-4.js', 'vendor.js'])
  expect(four.record.earlier).toEqual(['3', '2'])
})

test('making the same build again ages nothing', () => {
  const one = release('1', ['app-1.js'])
  let two = release('2', ['app-2.js'], one)
  for (let again = 0; again < 5; again += 1) two = release('2', ['app-2.js'], two)
  expect(assets(two)).toEqual(['app-1.js', 'app-2.js'])
  expect(two.record.earlier).toEqual(['1'])
})

test('a file that came back is new again', () => {
  const one = release('1', ['app-1.js'])
  const two = release('2', ['app-2.js'], one)
  const three = release('3', ['app-1.js'], two)
  expect(three.record.ages).toEqual({ 'assets/app-1.js': 0, 'assets/app-2.js': 1 })
})
