import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/** The name of the <meta> in index.html that says which build the page belongs to. */
export const BUILD_META = 'build'

/**
 * What starts to load before the app asks for it, at some addresses (a pattern of the path): with the page's own scripts,
 * after the first paint, and after the first paint where somebody is known, whose device has them. A pattern finds a module, whose chunk it means; a string is an address as it is.
 */
export type Early = {
  at: string
  now?: readonly RegExp[]
  afterPaint?: readonly (RegExp | string)[]
  kept?: readonly RegExp[]
}

/**
 * Makes the page of a build: the one stylesheet goes into index.html, so that nothing blocks the first paint;
 * the page's first script is told what to fetch early at which address;
 * and the page says its build id, a hash of everything that was built, which is also written to build.json.
 */
export function pageOfOneRequest(options: { early: readonly Early[] }): {
  plugin: Plugin
  buildId: () => string
} {
  let id = ''
  const plugin: Plugin = {
    name: 'page-of-one-request',
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

/** Puts every stylesheet that `html` links to in its place, and takes its file out of the bundle. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') return link
    Reflect.deleteProperty(bundle, file)
    // A closing tag inside a string of the stylesheet would end the element.
    return `<style>${asText(sheet.source).trim().replaceAll('</', '<\\/')}</style>`
  })
}

/** The map from the names by which scripts import each other to files comes before the first script: that one fetches some of them. */
function mapFirst(html: string, bundle: Rolldown.OutputBundle): string {
  const map = /\s*(<script type="importmap">[^]*?<\/script>)/
  const found = map.exec(html)?.[1]
  if (found === undefined) return html
  // It is in the page, and nobody asks for it as a file.
  Reflect.deleteProperty(bundle, 'importmap.json')
  return html.replace(map, '').replace('<script>', () => `${found}\n    <script>`)
}

/**
 * Names before each script of the page what it imports: scripts run one after the other, each in a task of its own, and the browser
 * can answer a finger in between.
 */
function inSteps(html: string, bundle: Rolldown.OutputBundle): string {
  const named = new Set<string>()
  const tags = (file: string, tag: string): string => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || named.has(file)) return ''
    named.add(file)
    const before = chunk.imports.map((one) => tags(one, tag.replace(/\/[^"]+/, `/${one}`)))
    return [...before, tag].filter((one) => one !== '').join('\n    ')
  }
  return html.replace(/<script type="module"[^>]* src="\/([^"]+)"><\/script>/g, (tag, file) =>
    tags(file, tag),
  )
}

/**
 * Where somebody is known everything comes from the device, and faster than the first paint: the page's scripts are then fetched after
 * it, since to ask for them and to compile them would hold it up. Elsewhere they take longer than the paint anyway and begin at once.
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
          for (const one of scripts.splice(0)) {
            const script = document.createElement('script')
            Object.assign(script, { type: 'module', crossOrigin: '', async: false, src: one.src })
            one.replaceWith(script)
          }
        }
        if (document.documentElement.dataset.first !== 'frame' || document.hidden) return begin()
        addEventListener('DOMContentLoaded', () => {
          requestAnimationFrame(() => setTimeout(begin))
          // Of a page that nobody looks at no frame is drawn.
          setTimeout(begin, 200)
        })
      })([...document.querySelectorAll('script[type=later]')])
    `

// The last argument of the page's first script.
const PLACE = 'location.pathname, [])'

/** Writes the files to fetch early, those that the page names anyway left out, to where the page's first script looks for them. */
function withEarly(html: string, bundle: Rolldown.OutputBundle, early: readonly Early[]): string {
  if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`)
  const files = (wanted: readonly (RegExp | string)[]) =>
    wanted
      .flatMap((one) =>
        typeof one === 'string' ? [one] : filesOf(bundle, one).map((file) => `/${file}`),
      )
      .filter((file) => !html.includes(`="${file}"`))
  const all = early.map(({ at, now = [], afterPaint = [], kept = [] }) => [
    at,
    ...[now, afterPaint, kept].map(files),
  ])
  const text = JSON.stringify(all).replaceAll('<', '\\u003c')
  return html.replace(PLACE, () => `location.pathname, ${text})`)
}

/** The chunk that holds a module which matches, and all that it imports at once; the entry is on its way by itself. */
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
