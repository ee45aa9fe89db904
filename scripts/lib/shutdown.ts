const drainMs = 20_000
const samePressMs = 1_000

/**
 * Drains once, on a termination signal or when the parent process has died. A second signal a moment later, or a drain of more
 * than 20 s, exits at once with code 1.
 */
export const drainOnShutdown = (drain: () => Promise<void>, say: (line: string) => void): void => {
  let requestedAt: number | undefined
  const end = (): void => {
    // npm and the terminal may both pass on the same Ctrl-C.
    if (requestedAt !== undefined && Date.now() - requestedAt < samePressMs) return
    if (requestedAt !== undefined) process.exit(1)
    requestedAt = Date.now()
    say('Stopping ...')
    setTimeout(() => {
      say('Stopping took too long, so Fieldbook quit.')
      process.exit(1)
    }, drainMs).unref()
    drain().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`Stopping failed: ${error instanceof Error ? error.message : String(error)}`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  // A reader of the output may leave (`npm start | head`), which must not end the server.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  // The channel to the launcher must not keep a finished process alive.
  process.channel?.unref()
}

/** Exits with code 1 after a delay, so that current requests get 503. */
export const exitWithoutDatabase = (): void => {
  process.stderr.write(
    'The embedded database stopped responding, so Fieldbook quit. Start it again. Your saved data is safe.\n',
  )
  setTimeout(() => process.exit(1), 1_000)
}
