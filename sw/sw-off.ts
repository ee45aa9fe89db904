import { takeAway } from './kill-switch.ts'

declare const self: ServiceWorkerGlobalScope

// Stands in the place of sw.ts while FIELDBOOK_WORKER is off. It answers no requests.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
// Where it waits all the same, as for an older worker that is busy, the page offers it as an update.
self.addEventListener('message', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(takeAway(self)))
