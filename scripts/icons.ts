import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

// Draws the icons of public/icons from one mark. Run by hand when the mark changes: node scripts/icons.ts

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url))

const GREEN = '#1d7a57'
const DEEP = '#11573d'
const PAPER = '#faf8f2'

type Colours = { page: string; spine: string; leaf: string; vein: string }

/** The mark on a field of 512: a field book, bound at the left, with a gum leaf pressed in it. */
const mark = ({ page, spine, leaf, vein }: Colours): string => `
  <path d="M170 104h176a38 38 0 0 1 38 38v228a38 38 0 0 1-38 38H170z" fill="${page}"/>
  <path d="M166 104h20v304h-20a38 38 0 0 1-38-38V142a38 38 0 0 1 38-38z" fill="${spine}"/>
  <path d="M236 352c-22-86 12-168 112-196 14 104-22 178-88 188z" fill="${leaf}"/>
  <path d="M222 378c18-64 48-112 92-160" fill="none" stroke="${vein}" stroke-width="15" stroke-linecap="round"/>`

const onGreen = mark({ page: PAPER, spine: '#b9d9c4', leaf: GREEN, vein: DEEP })

const svg = (body: string, box = '0 0 512 512'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${body}</svg>`

const field = (radius: number): string =>
  `<rect width="512" height="512" rx="${radius}" fill="${GREEN}"/>`

const scaled = (body: string, factor: number): string =>
  `<g transform="translate(${256 * (1 - factor)} ${256 * (1 - factor)}) scale(${factor})">${body}</g>`

// Only the shape counts: the system fills it with one colour, so leaf and spine are holes.
const silhouette = `
  <mask id="holes"><rect width="512" height="512" fill="#fff"/>
    ${mark({ page: 'none', spine: 'none', leaf: '#000', vein: '#fff' })}
    <rect x="178" y="90" width="14" height="330" fill="#000"/></mask>
  <g mask="url(#holes)">${mark({ page: '#fff', spine: '#fff', leaf: '#fff', vein: '#fff' })}</g>`

const small = svg(field(112) + scaled(onGreen, 1.42))
const rounded = svg(field(112) + scaled(onGreen, 1.2))
const full = svg(field(0) + scaled(onGreen, 1.15))
// Launchers cut a circle of 80 % out of it; the mark's corners stay inside.
const masked = svg(field(0) + onGreen)
const badge = svg(silhouette, '92 84 328 344')

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
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const { file, size, source } of pictures) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${source}`)
  await page.screenshot({ path: folder + file, omitBackground: true })
  await page.close()
}
await browser.close()
