import { copyFileSync, createReadStream, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const manifest = createRequire(import.meta.url).resolve('@clerk/clerk-js/package.json')
const dist = join(dirname(manifest), 'dist')

/** The entry file has no hash in its name, so the version is in the path. */
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

/** The entry comes first; none needs a revision, since the path names the version. */
export function clerkJsPrecache(): string[] {
  const chunks = servedFiles().filter((name) => name !== CORE && isNeeded(name))
  return [CORE, ...chunks].map((name) => CLERK_JS_BASE + name)
}

/** From the package while developing, copied beside the app when built. */
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
        if (!servedFiles().includes(name)) return next()
        response.setHeader('content-type', 'text/javascript')
        createReadStream(join(dist, name)).pipe(response)
      })
    },
    writeBundle() {
      const target = join(outDir, CLERK_JS_BASE)
      mkdirSync(target, { recursive: true })
      for (const name of servedFiles()) copyFileSync(join(dist, name), join(target, name))
    },
  }
}

function isNeeded(name: string): boolean {
  return name === CORE || NEEDED.has(name.split('_')[0] ?? '')
}

function servedFiles(): string[] {
  return readdirSync(dist).filter(
    (name) => /(^|_)clerk\.browser(_.*)?\.js$/.test(name) && !UNUSED.test(name.split('_')[0] ?? ''),
  )
}

function versionOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}
