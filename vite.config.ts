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
        globPatterns: ['index.html', 'icons/icon-192.png', 'assets/*.{js,woff2}'],
        // Telemetry is fetched when a key is set and the line is idle; a page that is offline has no use for it. Tours are for one's first day,
        // a phone number is only read where it is about to be sent, and what an admin looks after is asked of the server at every step.
        globIgnores: [
          '**/admin-*.js',
          '**/tour-*.js',
          '**/phone-*.js',
          '**/exchange-steps-*.js',
          '**/telemetry-*.js',
          '**/sentry-*.js',
          '**/posthog-*.js',
        ],
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
            // What a search looks at of the contract, and the device does not.
            {
              name: 'contract',
              test: /contract[\\/](?:search[\\/](?:filters?|filter-values|company-filters|people-filters|bands|criteria|criteria-url|sentence)|records[\\/](?:columns|records)|saved-work[\\/]item)\.ts/,
              priority: 2.8,
            },
            // Wanted once or never, and fetched then.
            {
              name: 'tour',
              test: /node_modules[\\/]driver\.js[\\/]|screens[\\/]help[\\/]driver-guide/,
              priority: 2.7,
            },
            { name: 'phone', test: /node_modules[\\/]libphonenumber-js[\\/]/, priority: 2.7 },
            // Apart from our own code beside it, which releases change.
            { name: 'dexie', test: /node_modules[\\/]dexie[\\/]/, priority: 2.6 },
            {
              name: 'device',
              test: /node_modules[\\/]dexie|contract[\\/](?:search[\\/](?:evaluate|match|search-doc)|saved-work[\\/](?:searches|activities|lists)|money[\\/](?:downloads|credits)|sync)\.ts|src[\\/](offline[\\/]|shared[\\/](?:offline[\\/](?:device-chunk|send\.ts)|notifications[\\/]push(?:-browser)?\.ts)|app[\\/]page-sync)/,
              priority: 2.5,
            },
            {
              // What Clerk's part of the page knows of the contract needs no schemas either.
              name: 'parts',
              test: /contract[\\/]core[\\/](phone|roles)\.ts|src[\\/](session[\\/](slots|screens)|ui[\\/](?!.*-(body|viewport)\.tsx$|(?:pager|select-field|switch|told)\.tsx$)|lib[\\/](?!telemetry)|shared[\\/](?!account-fit[\\/]|credits[\\/]|signals[\\/]|notifications[\\/]push|offline[\\/](?:device-chunk|send\.ts)))/,
              priority: 4,
            },
            {
              name: 'overlays',
              test: /node_modules[\\/](?:@base-ui|@floating-ui|@tanstack[\\/](?:react-virtual|virtual-core))[\\/]|src[\\/]ui[\\/].*-(body|viewport)\.tsx$/,
              priority: 2,
            },
            {
              name: 'screens',
              test: /src[\\/]screens[\\/](home[\\/](?!today[\\/])|plan[\\/])/,
              priority: 1,
            },
            {
              name: 'search',
              test: /src[\\/]screens[\\/]search[\\/](?!(?:saved|prompt)[\\/]|results[\\/]fit-cell)/,
              priority: 1,
            },
            // With the rest, a line of a release would cost too much.
            { name: 'lists', test: /src[\\/]screens[\\/]lists[\\/]/, priority: 0.5 },
            // Screens that few starts open, in as few files as a release may cost; what they share comes first, since of groups that
            // begin with the same whole number the first takes a module.
            {
              name: 'more-parts',
              test: /contract[\\/]|src[\\/](ui[\\/]|shared[\\/](account-fit|credits|signals)[\\/]|screens[\\/](search|home|help|quick-search|storage)[\\/]|app[\\/](sign-out-dialog|home-parts|help-page|bell-body))/,
              priority: 0.2,
            },
            {
              name: 'more-records',
              test: /src[\\/]screens[\\/](records|signals|agents|sync)[\\/]/,
              priority: 0.2,
            },
            { name: 'admin', test: /src[\\/]screens[\\/](audit|members)[\\/]/, priority: 0.2 },
            {
              name: 'more-company',
              test: /src[\\/]screens[\\/](?!uploads[\\/]in-steps[\\/])/,
              priority: 0.2,
            },
            // Matching and reviewing ask the server at every step: fetched then.
            {
              name: 'exchange-steps',
              test: /screens[\\/]uploads[\\/]in-steps[\\/]/,
              priority: 0.1,
            },
            {
              // Small and free of schemas: what signing in shows at once, and what every other page asks for once it stands.
              name: 'after-start',
              test: /contract[\\/]signals[\\/]signal-flags\.ts|src[\\/](lib[\\/]telemetry\.ts|shared[\\/](signals[\\/]newest-signals|notifications[\\/]push-(keeping|state))\.ts|app[\\/](account-screens|service-worker|update-prompt|extras-body)|screens[\\/](credits[\\/]credits-notice|crm[\\/]connection|help[\\/]workspace-tours))/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
