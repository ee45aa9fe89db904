import { drainOnShutdown } from './lib/shutdown.ts'
import { findOpenSearch, startThrowawayCluster } from './lib/throwaway-opensearch.ts'

/** npm run search:cluster: three nodes of OpenSearch on this machine, for development. Their data goes when they stop. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const found = await findOpenSearch()
if (typeof found === 'string') {
  say(found)
  process.exitCode = 1
} else {
  say('Starting three nodes of OpenSearch ...')
  const cluster = await startThrowawayCluster(found)
  drainOnShutdown(cluster.stop, say)
  say(`Ready. Start Fieldbook with SEARCH_URL=${cluster.urls}`)
}
