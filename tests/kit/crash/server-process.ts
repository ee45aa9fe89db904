import { enableCompileCache } from 'node:module'

// A process of its own that serves the API and works off its requests until it is killed. It says where it listens.
enableCompileCache()
const { serveUntilKilled } = await import('./serving.ts')
await serveUntilKilled(JSON.parse(process.argv[2] ?? ''))
