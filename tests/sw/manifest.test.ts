import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { links } from '../../contract/links.ts'
import { shareTarget } from '../../sw/shared-file.ts'

const picture = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.string(),
  purpose: z.optional(z.string()),
  form_factor: z.optional(z.string()),
})

const Manifest = z.object({
  id: z.literal('/'),
  scope: z.literal('/'),
  start_url: z.string(),
  display: z.literal('standalone'),
  name: z.string(),
  short_name: z.string().check(z.maxLength(12)),
  description: z.string(),
  lang: z.literal('en-AU'),
  categories: z.array(z.string()),
  icons: z.array(picture),
  screenshots: z.array(picture),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(picture) })),
  file_handlers: z.array(
    z.object({ action: z.string(), accept: z.record(z.string(), z.array(z.string())) }),
  ),
  share_target: z.object({
    action: z.string(),
    method: z.literal('POST'),
    enctype: z.literal('multipart/form-data'),
    params: z.object({
      title: z.literal('title'),
      text: z.literal('text'),
      url: z.literal('url'),
      files: z.array(z.object({ name: z.literal('file'), accept: z.array(z.string()) })),
    }),
  }),
})

const folder = new URL('../../public/', import.meta.url)
const manifest = Manifest.parse(
  JSON.parse(readFileSync(new URL('manifest.webmanifest', folder), 'utf8')),
)

const sizeOf = (src: string): string => {
  const bytes = readFileSync(new URL(`.${src}`, folder))
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

describe('the manifest', () => {
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
  ]

  test.each(pictures.map(({ src, sizes }) => [src, sizes]))(
    'names %s, which exists and measures %s',
    (src, sizes) => {
      expect(existsSync(new URL(`.${src}`, folder))).toBe(true)
      expect(sizeOf(src)).toBe(sizes)
    },
  )

  test('has plain icons of 192 and 512, and a separate maskable icon', () => {
    const plain = manifest.icons.filter((icon) => icon.purpose === 'any').map((icon) => icon.sizes)
    const maskable = manifest.icons.filter((icon) => icon.purpose === 'maskable')
    expect(plain).toEqual(['192x192', '512x512'])
    expect(maskable.map((icon) => icon.sizes)).toEqual(['512x512'])
    expect(manifest.icons.filter((icon) => icon.src === maskable[0]?.src)).toHaveLength(1)
  })

  test('has a wide and a narrow screenshot', () => {
    expect(manifest.screenshots.map((shot) => shot.form_factor).toSorted()).toEqual([
      'narrow',
      'wide',
    ])
  })

  test('opens and offers only screens that exist, with four shortcuts at most', () => {
    const screens = Object.values(links).map((link) => link(''))
    // The icon opens the app where the user left it (index.html).
    const [opened, how] = manifest.start_url.split('?')
    expect(screens).toContain(opened)
    expect(how).toBe('from=icon')
    expect(manifest.shortcuts.length).toBeLessThanOrEqual(4)
    for (const { url } of manifest.shortcuts) expect(screens).toContain(url)
  })

  test('accepts opened and shared files of data exchange, at the path where the worker stores them', () => {
    const { file_handlers: handlers, share_target: target } = manifest
    expect(handlers.map(({ action }) => action)).toEqual([links.upload()])
    expect(target.action).toBe(shareTarget)
    const opened = handlers.flatMap(({ accept }) => Object.values(accept).flat())
    expect(opened).toEqual(['.csv', '.tsv', '.xlsx'])
    for (const ending of opened) expect(target.params.files[0]?.accept).toContain(ending)
  })
})
