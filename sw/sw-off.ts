import { removeWorker } from './kill-switch.ts'

declare const self: ServiceWorkerGlobalScope

// Replaces sw.ts while FIELDBOOK_WORKER is off. It answers no requests.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
// If this worker has to wait all the same, as behind a busy older worker, the page offers it as an update.
self.addEventListener('message', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(removeWorker(self)))
