import { claimDataFolder } from '../../server/platform/data-folder.ts'

// A process of its own that claims the folder named on its command line, says how that went, and holds on until it is ended.
try {
  claimDataFolder(process.argv[2] ?? '')
  process.stdout.write('claimed\n')
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`)
}
