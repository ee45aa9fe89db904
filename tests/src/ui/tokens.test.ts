import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../../../src/ui/tokens.css'), 'utf8')

type Rgb = [number, number, number]

/** Linear sRGB of an OKLCH colour, clipped to the gamut of a screen. */
const rgbOf = (l: number, c: number, h: number): Rgb => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number): number => Math.min(Math.max(value, 0), 1)
  return [
    clip(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
    clip(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
    clip(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3),
  ]
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

const palette = (block: string, theme: 0 | 1): Map<string, number> => {
  const found = new Map<string, number>()
  for (const [, name = '', light = '', dark = ''] of block.matchAll(
    /--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g,
  )) {
    const [l = 0, c = 0, h = 0] = (theme === 0 ? light : dark).split(' ').map(Number)
    found.set(name, luminance(rgbOf(l, c, h)))
  }
  return found
}

const usual = css.slice(0, css.indexOf('@media (prefers-contrast: more)'))
const high = css.slice(css.indexOf('@media (prefers-contrast: more)'))

const contrast = (colours: Map<string, number>, foreground: string, background: string): number => {
  const a = colours.get(foreground)
  const b = colours.get(background)
  if (a === undefined || b === undefined)
    throw new Error(`${foreground} or ${background} is not a token`)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const grounds = ['paper', 'card', 'sunken']

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the contrast in the %s theme', (_, theme) => {
  const colours = palette(usual, theme)

  it.each(grounds)('is at least 7 for body text on %s', (ground) => {
    expect(contrast(colours, 'ink', ground)).toBeGreaterThanOrEqual(7)
    expect(contrast(colours, 'ink-soft', ground)).toBeGreaterThanOrEqual(7)
  })

  it.each(grounds)('is at least 4.5 for every other text on %s', (ground) => {
    const texts = ['ink-faint', 'accent', 'accent-strong', 'danger', 'warn', 'info']
    expect(texts.filter((text) => contrast(colours, text, ground) < 4.5)).toEqual([])
  })

  it.each([
    ['accent-ink', 'accent'],
    ['accent-ink', 'accent-strong'],
    ['danger-ink', 'danger'],
    ['accent-strong', 'accent-soft'],
    ['danger', 'danger-soft'],
    ['warn', 'warn-soft'],
    ['info', 'info-soft'],
    ['monogram-ink-1', 'monogram-1'],
    ['monogram-ink-2', 'monogram-2'],
    ['monogram-ink-3', 'monogram-3'],
    ['monogram-ink-4', 'monogram-4'],
    ['monogram-ink-5', 'monogram-5'],
    ['monogram-ink-6', 'monogram-6'],
  ])('is at least 4.5 for %s on %s', (text, ground) => {
    expect(contrast(colours, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('is at least 3 for the edge of a control', () => {
    expect(contrast(colours, 'line-strong', 'card')).toBeGreaterThanOrEqual(3)
  })

  it.each(grounds)('is at least 3 for every bar, line and meter on %s', (ground) => {
    const series = ['data', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6']
    expect(series.filter((name) => contrast(colours, name, ground) < 3)).toEqual([])
  })

  it('is at least 3 for a meter on its track', () => {
    expect(contrast(colours, 'data', 'line')).toBeGreaterThanOrEqual(3)
  })

  it('is at least 7 for every text when the user asks for more contrast', () => {
    const strong = new Map([...colours, ...palette(high, theme)])
    const texts = ['ink', 'ink-soft', 'ink-faint', 'accent', 'danger', 'warn', 'info']
    expect(texts.filter((text) => contrast(strong, text, 'paper') < 7)).toEqual([])
  })
})
