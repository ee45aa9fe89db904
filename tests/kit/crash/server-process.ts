import { enableCompileCache } from 'node:module'

// Runs until it is killed; prints its port.
enableCompileCache()
const { serveUntilKilled } = await import('./serving.ts')
await serveUntilKilled(JSON.parse(process.argv[2] ?? ''))
