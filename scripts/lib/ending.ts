const drainMs = 20_000
const samePressMs = 1_000

/**
 * Calls `drain` once, when this process is asked to end or the one that started it is gone, and then ends with code 0.
 * A second request a moment later, or a drain of more than 20 s, ends it at once with code 1.
 */
export const drainAtEnd = (drain: () => Promise<void>, say: (line: string) => void): void => {
  let asked: number | undefined
  const end = (): void => {
    // npm and the terminal may both pass on the same Ctrl-C.
    if (asked !== undefined && Date.now() - asked < samePressMs) return
    if (asked !== undefined) process.exit(1)
    asked = Date.now()
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
  // Whoever read along may leave (`npm start | head`); the server has better to do than to end over that.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  // The channel to the launcher must not keep a process alive that has nothing left to do.
  process.channel?.unref()
}

/** Ends a process that has lost its embedded database, with code 1 and a moment later, so that calls under way are answered 503. */
export const endWithoutDatabase = (): void => {
  process.stderr.write(
    'The embedded database stopped responding, so Fieldbook quit. Start it again. Your saved data is safe.\n',
  )
  setTimeout(() => process.exit(1), 1_000)
}
