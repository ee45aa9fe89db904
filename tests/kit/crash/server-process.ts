import { enableCompileCache, flushCompileCache } from 'node:module'

// Runs until it is killed; prints its port.
enableCompileCache()
const { serveUntilKilled } = await import('./serving.ts')
// A killed process stores nothing.
flushCompileCache()
await serveUntilKilled(JSON.parse(process.argv[2] ?? ''))
