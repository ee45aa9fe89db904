import {
  copyFileSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseAst, type Plugin } from 'vite'

const manifest = createRequire(import.meta.url).resolve('@clerk/clerk-js/package.json')
const dist = join(dirname(manifest), 'dist')

/** The address of clerk-js on our own origin. Its entry file has no hash in its name, so the version is in the path. */
export const CLERK_JS_BASE = `/clerk-js/${versionOf(manifest)}/`

const CORE = 'clerk.browser.js'

// What our screens load (measured in a browser), by the name before the build's hash.
const NEEDED = new Set([
  'framework',
  'vendors',
  'ui-common',
  'subscriptionDetails',
  'signin',
  'signup',
  'userbutton',
  'userprofile',
  'organizationswitcher',
  'organizationlist',
  'organizationprofile',
  'createorganization',
  '5192',
  'prefetchorganizationlist',
])

// Wallets, payments and keys of Clerk's own, which the product never offers.
const UNUSED =
  /^(base-account-sdk|coinbase-wallet-sdk|web3-solana-wallet-buttons|checkout|stripe-vendors|pricingTable|planDetails|payment-attempt-page|statement-page|op-plans-page|up-plans-page|op-billing-page|up-billing-page|apiKeys|op-api-keys-page|up-api-keys-page|copy-api-key-modal|revoke-api-key-modal|keylessPrompt|enableOrganizationsPrompt|oauthConsent|onetap|waitlist)$/

/** The addresses a service worker keeps ready, the entry first; none needs a revision, since the path names the version. */
export function clerkJsPrecache(): string[] {
  const chunks = served().filter((name) => name !== CORE && isNeeded(name))
  return [CORE, ...chunks].map((name) => CLERK_JS_BASE + name)
}

/** Serves clerk-js from our own origin: from the package while developing, copied beside the app when built. */
export function clerkJsAssets(): Plugin {
  let outDir = ''
  return {
    name: 'clerk-js-assets',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    configureServer(server) {
      server.middlewares.use(CLERK_JS_BASE, (request, response, next) => {
        const name = (request.url ?? '').replace(/^\//, '').replace(/\?.*$/, '')
        if (!served().includes(name)) return next()
        response.setHeader('content-type', 'text/javascript')
        createReadStream(join(dist, name)).pipe(response)
      })
    },
    writeBundle() {
      const target = join(outDir, CLERK_JS_BASE)
      mkdirSync(target, { recursive: true })
      for (const name of served()) {
        if (!isNeeded(name)) copyFileSync(join(dist, name), join(target, name))
        else {
          const code = withoutUnusedNames(readFileSync(join(dist, name), 'utf8'))
          writeFileSync(join(target, name), compiledAhead(stylesWhileDrawing(inTasks(code))))
        }
      }
    },
  }
}

/**
 * The core of clerk-js without the names of the files that are not served: it must stay within 75 KB after brotli, and is above it
 * by less than these take. Their list is a map of numbers to names in webpack's loader; where there is none nothing changes.
 */
export function withoutUnusedNames(core: string): string {
  return core.replace(/\{(?:\d+:"[\w-]+",?){20,}\}/g, (list) => {
    const named = [...list.matchAll(/(\d+):"([\w-]+)"/g)]
    const used = named.filter(([, , name = '']) => !UNUSED.test(name))
    return `{${used.map(([entry]) => entry).join(',')}}`
  })
}

/**
 * The core of clerk-js whose loader runs what it has loaded in a task of its own, and not in that of the script which came last.
 * Where there is no such loader nothing changes.
 */
export function inTasks(core: string): string {
  const loaded = /(\w+\.e=\w+=>Promise\.all\(Object\.keys\(\w+\.f\)\.reduce\([^;]{1,80}?,\[\]\)\))/
  return core.replace(loaded, '$1.then(()=>globalThis.scheduler?.yield?.())')
}

/**
 * The core of clerk-js whose screens write their styles while they are drawn, which React does in slices, and not all in the one task
 * that puts them on the page: as before React 18, which the library of these styles still knows how to do. Else nothing changes.
 */
export function stylesWhileDrawing(core: string): string {
  return core.replace(/(\.useInsertionEffect,(\w)=)\w\|\|(function\(\w\)\{return \w\(\)\})/, '$1$3')
}

/**
 * A file of clerk-js whose modules browsers compile while it arrives, beside the page's own work: a function in brackets is one that
 * is about to run. Left as they are its modules are only skimmed, and compiled one by one in the middle of the page's start.
 */
export function compiledAhead(code: string): string {
  let ahead = ''
  let done = 0
  const brackets = functionsRunAtOnce(parseAst(code, { sourceType: 'script' }))
  for (const { at, bracket } of brackets.toSorted((one, other) => one.at - other.at)) {
    ahead += code.slice(done, at) + bracket
    done = at
  }
  return ahead + code.slice(done)
}

type Bracket = { at: number; bracket: '(' | ')' }

/** webpack's modules, functions under a number, and the function that holds them all in the core. */
function functionsRunAtOnce(node: unknown, above?: unknown): Bracket[] {
  if (Array.isArray(node)) return node.flatMap((each) => functionsRunAtOnce(each, above))
  if (!isNode(node)) return []
  const within = Object.values(node).flatMap((each) => functionsRunAtOnce(each, node))
  const isModule =
    isNode(above) && above.type === 'Property' && isNode(above.key) && isNumber(above.key.value)
  const isHolder =
    node.type === 'ArrowFunctionExpression' && isNode(node.body) && isCallOfArrow(node.body)
  if (!(isModule && node.type === 'FunctionExpression') && !isHolder) return within
  return [{ at: node.start, bracket: '(' }, ...within, { at: node.end, bracket: ')' }]
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function isCallOfArrow({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && callee.type === 'ArrowFunctionExpression'
}

function isNeeded(name: string): boolean {
  return name === CORE || NEEDED.has(name.split('_')[0] ?? '')
}

function served(): string[] {
  return readdirSync(dist).filter(
    (name) => /(^|_)clerk\.browser(_.*)?\.js$/.test(name) && !UNUSED.test(name.split('_')[0] ?? ''),
  )
}

function versionOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}
