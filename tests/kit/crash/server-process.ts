import { enableCompileCache } from 'node:module'

// Serves the API and runs its jobs in a process of its own until it is killed; prints its port.
enableCompileCache()
const { serveUntilKilled } = await import('./serving.ts')
await serveUntilKilled(JSON.parse(process.argv[2] ?? ''))
