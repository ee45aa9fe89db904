import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { api } from './contract/api.ts'
import { clerkJsAssets, clerkJsPrecache } from './scripts/clerk-js-assets.ts'
import { importAgain } from './scripts/import-again.ts'
import { lightContract } from './scripts/light-contract.ts'
import { pageOfOneRequest } from './scripts/page.ts'
import { workerOff } from './scripts/worker-off.ts'

const clerkJs = clerkJsPrecache()
const page = pageOfOneRequest({
  early: [
    {
      at: '',
      kept: [/[\\/]device-chunk\.ts$/],
      afterPaint: [
        /[\\/]clerk-island\.tsx$/,
        ...clerkJs.filter((url) => url.endsWith('clerk.browser.js')),
      ],
    },
    {
      at: '^/(sign-in|sign-up)(/|$)',
      now: [/[\\/]account-screens\.tsx$/],
      afterPaint: clerkJs.filter((url) => /\/(framework|vendors|ui-common)_/.test(url)),
    },
    { at: '^/sign-in(/|$)', afterPaint: clerkJs.filter((url) => /\/signin_/.test(url)) },
    { at: '^/sign-up(/|$)', afterPaint: clerkJs.filter((url) => /\/signup_/.test(url)) },
    { at: '^/dashboard/list(/|$)', kept: [/[\\/]lists-screen\.tsx$/] },
    { at: '^/dashboard/search/', now: [/[\\/]search-screen\.tsx$/] },
    { at: '^/(dashboard/?)?$', now: [/[\\/]home-screen\.tsx$/] },
  ],
})

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    lightContract(api),
    importAgain(),
    clerkJsAssets(),
    page.plugin,
    workerOff(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      manifest: false,
      injectRegister: false,
      integration: { configureCustomSWViteBuild: (config) => void (config.logLevel = 'warn') },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'manifest.webmanifest',
          'icons/icon-192.png',
          'assets/*.{js,woff2}',
        ],
        // Telemetry is fetched when a key is set and the line is idle; a page that is offline has no use for it. Tours are for one's first day.
        globIgnores: ['**/tour-*.js', '**/telemetry-*.js', '**/sentry-*.js', '**/posthog-*.js'],
        additionalManifestEntries: clerkJs.map((url) => ({ url, revision: null })),
        // The page is fetched as the server serves it, so its revision is the build and not the hash of the file.
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) =>
              entry.url === 'index.html' ? { ...entry, revision: page.buildId() } : entry,
            ),
            warnings: [],
          }),
        ],
      },
    }),
  ],
  build: {
    manifest: true,
    sourcemap: 'hidden',
    // Scripts name each other by a map in the page: a change in one leaves the others as they are, and a release costs what changed.
    chunkImportMap: true,
    // Without the polyfill the entry is nothing but its imports, and the page names these itself: one request less.
    modulePreload: { polyfill: false },
    // One stylesheet, which the page carries inline: no chunk has one of its own to wait for.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few files, each changing for one reason: libraries with their updates, the rest with a release.
        // Left alone, every part that two screens share becomes a file of its own, a request and a precache entry each.
        // A group takes along what its modules import, so what all need comes first.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/]/, tags: ['$initial'], priority: 5 },
            { name: 'app', test: /[\\/](src|contract)[\\/]/, tags: ['$initial'], priority: 3 },
            // What screens look at of the contract and the start does not: its schemas take a phone tens of ms to build.
            // What is kept of the contract's promises goes with what keeps it.
            {
              name: 'contract',
              test: /contract[\\/](?!(?:fit|evaluate|match|search-doc|sync|activities|lists|searches)\.ts)/,
              priority: 2.8,
            },
            // Wanted once or never, and fetched then.
            {
              name: 'tour',
              test: /node_modules[\\/]driver\.js[\\/]|features[\\/]help[\\/]driver-guide/,
              priority: 2.7,
            },
            // Apart from our own code beside it, which releases change.
            { name: 'dexie', test: /node_modules[\\/]dexie[\\/]/, priority: 2.6 },
            {
              name: 'device',
              test: /node_modules[\\/]dexie|contract[\\/](?!fit)|src[\\/](local[\\/]|lib[\\/]device-chunk|app[\\/]page-sync|features[\\/]sync[\\/])/,
              priority: 2.5,
            },
            {
              // What Clerk's part of the page knows of the contract needs no schemas either.
              name: 'parts',
              test: /contract[\\/](phone|roles)\.ts|src[\\/](identity[\\/](slots|screens)|ui[\\/](?!.*-(body|viewport)\.tsx$)|lib[\\/](?!telemetry-|device-chunk|fit[\\/]))/,
              priority: 4,
            },
            {
              name: 'overlays',
              test: /node_modules[\\/](@base-ui|@floating-ui)[\\/]|src[\\/]ui[\\/]/,
              priority: 2,
            },
            {
              name: 'screens',
              test: /src[\\/]features[\\/](home[\\/](?!today[\\/])|placeholder[\\/]|plan[\\/])/,
              priority: 1,
            },
            {
              name: 'search',
              test: /src[\\/]features[\\/]search[\\/](?!(?:saved|prompt)[\\/]|results[\\/]fit-cell)/,
              priority: 1,
            },
            // With the rest, a line of a release would cost too much.
            { name: 'lists', test: /src[\\/]features[\\/]lists[\\/]/, priority: 0.5 },
            {
              // Screens that few starts open: one file for all of them, whichever are added.
              name: 'more-screens',
              test: /contract[\\/]fit\.ts|src[\\/](lib[\\/]fit[\\/]|features[\\/](?!search[\\/](?!(?:saved|prompt)[\\/]|results[\\/]fit-cell))|app[\\/](sign-out-dialog|home-parts|help-page))/,
              priority: 0,
            },
            {
              // Small and free of schemas: what signing in shows at once, and what every other page asks for once it stands.
              name: 'after-start',
              test: /src[\\/](app[\\/](account-screens|service-worker|update-prompt|extras-body)|features[\\/](crm[\\/]connection|help[\\/]workspace-tours))/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
