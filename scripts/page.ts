import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/** The name of the <meta> in index.html that says which build the page belongs to. */
export const BUILD_META = 'build'

/**
 * Makes the page of a build: the one stylesheet goes into index.html, so that nothing blocks the first paint;
 * the scripts of the screens named by `preload` start to load with the entry; and the page says its build id,
 * a hash of everything that was built, which is also written to build.json.
 */
export function pageOfOneRequest(options: { preload: RegExp }): {
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
        const preloads = preloadFiles(bundle, options.preload)
        const html = inlineStyles(asText(page.source), bundle)
        id = hashOf(bundle, html)
        page.source = intoHead(html, [
          `<meta name="${BUILD_META}" content="${id}">`,
          ...preloads
            .filter((file) => !html.includes(`/${file}"`))
            .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        ])
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

/** The chunk whose module matches, and all it imports at once. */
function preloadFiles(bundle: Rolldown.OutputBundle, screen: RegExp): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && !chunk.isEntry && screen.test(chunk.facadeModuleId ?? ''))
      add(file)
  }
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

function intoHead(html: string, tags: string[]): string {
  return html.replace('</head>', `${tags.map((tag) => `  ${tag}\n`).join('  ')}</head>`)
}

function asText(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}
