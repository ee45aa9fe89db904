import { open, stat } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readInThread } from '../../../server/uploads/read-in-thread.ts'
import { Unreadable } from '../../../server/workbook/unreadable.ts'

/**
 * Like the server, in a process of its own; prints JSON: seconds, peak memory growth, the longest pause of the event loop, and
 * why the file was refused.
 */
const path = process.argv[2] ?? ''
const megabyte = 1_000_000

async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path)
  const piece = Buffer.alloc(1_000_000)
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

// The first thread costs memory that stays with the process.
const ordinary = Buffer.from(`Company,ABN\n${'Harbour,51824753556\n'.repeat(4_000)}`)
for (let time = 0; time < 3; time++)
  await readInThread(async function* () {
    yield ordinary
  }, ordinary.length)

const { size } = await stat(path)
const before = process.memoryUsage.rss()
let most = before
const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 2)
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const started = performance.now()
const used = process.cpuUsage()
const refused = await readInThread(pieces, size).then(
  () => null,
  (error: unknown) => {
    if (error instanceof Unreadable) return error.message
    throw error
  },
)
const { user, system } = process.cpuUsage(used)
clearInterval(sampling)
delay.disable()
process.stdout.write(
  JSON.stringify({
    refused,
    seconds: (performance.now() - started) / 1000,
    cpu_seconds: (user + system) / 1e6,
    rss_mb: (most - before) / megabyte,
    lag_ms: delay.max / 1e6 - 5,
  }),
)
