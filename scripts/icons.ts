import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

// Run by hand when the mark changes: node scripts/icons.ts

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url))

const GREEN = '#1d7a57'
const PAPER = '#faf8f2'

/** On a field of 32, the same as in src/ui/logo.tsx. */
const mark = (left: string, leaf: string): string =>
  `<path d="M15 23.5c-1.8-1.5-4.3-2.2-8-2.2V9.3c3.7 0 6.2.7 8 2.2z" fill="${left}"/>` +
  `<path d="M17 23.5V13c1.6-3 4.3-4.7 8-5c.5 6.8-1.5 12.5-8 15.5" fill="${leaf}"/>`

const svg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`

const field = (radius: number): string =>
  `<rect width="32" height="32" rx="${radius}" fill="${GREEN}"/>`

const drawn = (factor: number, body = mark('#b3d1c2', PAPER)): string =>
  `<g transform="translate(16 16) scale(${factor}) translate(-16.1 -15.75)">${body}</g>`

const small = svg(field(7) + drawn(1.4))
const rounded = svg(field(7) + drawn(1.25))
const full = svg(field(0) + drawn(1.2))
// Launchers cut a circle of 80 % out of it; the mark stays well inside.
const masked = svg(field(0) + drawn(1.05))
// Only the shape counts: the system fills it with one colour.
const badge = svg(drawn(1.7, mark('#fff', '#fff')))

const pictures: { file: string; size: number; source: string }[] = [
  { file: 'favicon-48.png', size: 48, source: small },
  { file: 'icon-192.png', size: 192, source: rounded },
  { file: 'icon-512.png', size: 512, source: rounded },
  { file: 'icon-maskable-512.png', size: 512, source: masked },
  { file: 'apple-touch-icon-180.png', size: 180, source: full },
  { file: 'badge-monochrome-96.png', size: 96, source: badge },
]

mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}icon.svg`, `${small.replace(/\s*\n\s*/g, '')}\n`)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const { file, size, source } of pictures) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${source}`)
  await page.screenshot({ path: folder + file, omitBackground: true })
  await page.close()
}
await browser.close()
