import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { clerkJsAssets, clerkJsPrecache } from './scripts/clerk-js-assets.ts'
import { singleRequestPage } from './scripts/page.ts'
import { withoutServerParts } from './scripts/without-server-parts.ts'
import { workerOff } from './scripts/worker-off.ts'

const clerkJs = clerkJsPrecache()
const page = singleRequestPage({
  early: [
    {
      at: '',
      afterPaintSignedIn: [/[\\/]device-chunk\.ts$/],
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
    { at: '^/dashboard/list(/|$)', afterPaintSignedIn: [/[\\/]lists-screen\.tsx$/] },
    { at: '^/dashboard/search/', now: [/[\\/]search-screen\.tsx$/] },
    { at: '^/(dashboard/?)?$', now: [/[\\/]home-screen\.tsx$/] },
  ],
})

export default defineConfig({
  plugins: [
    withoutServerParts(),
    react(),
    tailwindcss(),
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
        // Telemetry is loaded when a key is set, and the reader of phone numbers (libphonenumber-js/min) where one is about to be sent:
        // a page that is offline uses neither. The map is stored when it is first opened (src/shared/map/map-files.ts).
        globIgnores: [
          '**/telemetry-*.js',
          '**/min-*.js',
          '**/map-*.js',
          '**/maplibre-gl-worker-*.js',
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
        // Few files: left alone, every part that two screens share is a file of its own, a request and a precache entry.
        // A group takes along what its modules import, so what all need comes first.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/]/, tags: ['$initial'], priority: 6 },
            { name: 'app', test: /[\\/](src|contract)[\\/]/, tags: ['$initial'], priority: 5 },
            {
              name: 'parts',
              test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]|contract[\\/](?!signals[\\/]signal-(filters|types)|search[\\/](evaluate|match|search-doc)|records[\\/]export-columns)|src[\\/](ui[\\/](?!(dialog|menu|popover|sheet)-body|toast-viewport|drawings|bars-frame|table|select-first-body|select-field|switch|callout|form-section)|lib[\\/](?!telemetry)|session[\\/](slots|screens)|shared[\\/](?!account-fit|billing|data-export|crm[\\/]push-button|members[\\/](seats|members-beyond|choice-for-all|plan-lacks)|records-table[\\/]column-width|credits[\\/](?!unlock-button)|downloads[\\/](fetch-file|use-file)|signals|notifications|search[\\/](pinned-source|device-source)|records[\\/](begin|cached-records)|position[\\/](locate|position-dialog)|offline[\\/](device-chunk|send|offline-copy|use-pinning|request-persistence|decisions)|day-plan|map|visits))/,
              priority: 4.5,
            },
            // Dexie and what only it needs: too large for what a first visit waits for.
            {
              name: 'device',
              test: /node_modules[\\/]dexie|src[\\/](offline[\\/]|shared[\\/](notifications[\\/]push|visits[\\/][\w-]+\.ts$))/,
              priority: 4,
            },
            // Dialogs, menus and long lists, loaded with their first use.
            {
              name: 'overlays',
              test: /node_modules[\\/](?:@base-ui|@floating-ui|@tanstack[\\/](?:react-virtual|virtual-core))[\\/]|src[\\/]ui[\\/](dialog|menu|popover|sheet)-body\.tsx|src[\\/]ui[\\/]toast-viewport/,
              priority: 3,
            },
            // The screens that a first visit opens, and all others.
            {
              name: 'search',
              test: /src[\\/]screens[\\/](home|search)[\\/](?!today|saved|answer|lazy)/,
              priority: 2,
            },
            // What an organisation without a plan sees, and what takes payments.
            {
              name: 'plan',
              test: /src[\\/](screens[\\/]plan|shared[\\/]billing)[\\/]/,
              priority: 1.9,
            },
            // What a start without a connection opens most.
            { name: 'lists', test: /src[\\/]screens[\\/]lists[\\/]/, priority: 1.5 },
            {
              name: 'more',
              test: /node_modules[\\/](?:@stripe|fflate)[\\/]|contract[\\/]|src[\\/](screens[\\/](?!search[\\/](?!lazy|answer))|shared[\\/](?!map[\\/](archive|base-map|canvas|discs|map-colours|notice))|ui[\\/]|app[\\/](keep-(signals|briefs)|settings-(screens|frame)))/,
              priority: 1,
            },
            // MapLibre and the base map, loaded when a map is first opened.
            {
              name: 'map',
              test: /node_modules[\\/](maplibre-gl|pmtiles)[\\/]|src[\\/]shared[\\/]map[\\/]/,
              priority: 0.9,
            },
            // What every screen wants soon after the first is shown.
            {
              name: 'after',
              test: /src[\\/]app[\\/](page-sync|extras|after-first-screen|install-offer|keyboard|shortcut|sign-out-dialog|bell-panel|services|workspace-tours|more-sheet|trial|plan-banner|banner|credit-threshold)/,
              priority: 0.5,
            },
          ],
        },
      },
    },
  },
})
