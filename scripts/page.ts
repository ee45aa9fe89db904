import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

export const BUILD_META = 'build'

/**
 * Files to load early by address (a pattern of the path). A pattern selects a module's
 * chunk; a string is a literal address.
 */
export type Early = {
  at: string
  now?: readonly RegExp[]
  afterPaint?: readonly (RegExp | string)[]
  afterPaintSignedIn?: readonly RegExp[]
}

/**
 * Inlines the only stylesheet, so that nothing blocks the first paint, tells the page's first script what to fetch early, and
 * adds the build id, a hash of the whole build.
 */
export function singleRequestPage(options: { early: readonly Early[] }): {
  plugin: Plugin
  buildId: () => string
} {
  let id = ''
  const plugin: Plugin = {
    name: 'single-request-page',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const styled = inlineStyles(asText(page.source), bundle)
        const mapped = mapFirst(paintFirst(inSteps(styled, bundle)), bundle)
        const html = withEarly(mapped, bundle, options.early)
        id = hashOf(bundle, html)
        page.source = html.replace(
          '</head>',
          `  <meta name="${BUILD_META}" content="${id}">\n  </head>`,
        )
        this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ id }) })
      },
    },
  }
  return { plugin, buildId: () => id }
}

function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') return link
    Reflect.deleteProperty(bundle, file)
    // A closing tag inside a string of the stylesheet would end the element.
    return `<style>${asText(sheet.source).trim().replaceAll('</', '<\\/')}</style>`
  })
}

/** Before the first script, which fetches some of its files. */
function mapFirst(html: string, bundle: Rolldown.OutputBundle): string {
  const map = /\s*(<script type="importmap">[^]*?<\/script>)/
  const found = map.exec(html)?.[1]
  if (found === undefined) return html
  // The page inlines it, so no request needs the file.
  Reflect.deleteProperty(bundle, 'importmap.json')
  return html.replace(map, '').replace('<script>', () => `${found}\n    <script>`)
}

/** Scripts run in separate tasks, and the browser can handle input in between. */
function inSteps(html: string, bundle: Rolldown.OutputBundle): string {
  const named = new Set<string>()
  const tags = (file: string, tag: string): string => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || named.has(file)) return ''
    named.add(file)
    const before = chunk.imports.map((imported) =>
      tags(imported, tag.replace(/\/[^"]+/, `/${imported}`)),
    )
    return [...before, tag].filter((line) => line !== '').join('\n    ')
  }
  return html.replace(/<script type="module"[^>]* src="\/([^"]+)"><\/script>/g, (tag, file) =>
    tags(file, tag),
  )
}

/**
 * For a signed-in user the device's data is faster than the first paint, which fetching and compiling would delay. Otherwise
 * scripts take longer than the paint anyway.
 */
function paintFirst(html: string): string {
  const tag = /<script type="module"( crossorigin)? (src="[^"]+")><\/script>/g
  const last = [...html.matchAll(tag)].at(-1)
  if (last === undefined) return html
  const end = last.index + last[0].length
  return `${html.slice(0, end)}\n    <script>${begin}</script>${html.slice(end)}`.replace(
    tag,
    '<script type="later" $2></script>',
  )
}

const begin = `
      ;(function (scripts) {
        const begin = () => {
          for (const tag of scripts.splice(0)) {
            const script = document.createElement('script')
            Object.assign(script, { type: 'module', crossOrigin: '', async: false, src: tag.src })
            tag.replaceWith(script)
          }
        }
        if (document.documentElement.dataset.first !== 'frame' || document.hidden) return begin()
        addEventListener('DOMContentLoaded', () => {
          requestAnimationFrame(() => setTimeout(begin))
          // A hidden page draws no frame.
          setTimeout(begin, 200)
        })
      })([...document.querySelectorAll('script[type=later]')])
    `

// The last argument of the page's first script.
const EARLY_ARGUMENT = 'location.pathname, [])'

function withEarly(html: string, bundle: Rolldown.OutputBundle, early: readonly Early[]): string {
  if (!html.includes(EARLY_ARGUMENT)) throw new Error(`index.html has no ${EARLY_ARGUMENT}`)
  const files = (wanted: readonly (RegExp | string)[]) =>
    wanted
      .flatMap((target) =>
        typeof target === 'string' ? [target] : filesOf(bundle, target).map((file) => `/${file}`),
      )
      .filter((file) => !html.includes(`="${file}"`))
  const all = early.map(({ at, now = [], afterPaint = [], afterPaintSignedIn = [] }) => [
    at,
    ...[now, afterPaint, afterPaintSignedIn].map(files),
  ])
  const text = JSON.stringify(all).replaceAll('<', '\\u003c')
  return html.replace(EARLY_ARGUMENT, () => `location.pathname, ${text})`)
}

function filesOf(bundle: Rolldown.OutputBundle, module: RegExp): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => module.test(id))) add(file)
  if (files.size === 0) throw new Error(`No chunk holds ${module.source}`)
  return [...files]
}

function hashOf(bundle: Rolldown.OutputBundle, html: string): string {
  const hash = createHash('sha256').update(html)
  for (const file of Object.keys(bundle).sort()) {
    const output = bundle[file]
    if (output === undefined || file === 'index.html' || file.endsWith('.map')) continue
    hash.update(file).update(output.type === 'chunk' ? output.code : output.source)
  }
  return hash.digest('hex').slice(0, 12)
}

function asText(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}
