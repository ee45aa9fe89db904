import { takeAway } from './kill-switch.ts'

declare const self: ServiceWorkerGlobalScope

// Stands in the place of sw.ts while FIELDBOOK_WORKER is off. It answers no requests.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(takeAway(self)))
