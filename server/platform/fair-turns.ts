export type Turns = <Result>(orgId: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Runs one work at a time for each organisation and `atOnce` in all. Organisations that wait take turns, so that a busy one
 * holds up no other.
 */
export const fairTurns = (atOnce: number): Turns => {
  // A Map iterates in the order of insertion: an organisation goes behind the others after each turn.
  const lines = new Map<string, (() => void)[]>()
  const running = new Set<string>()

  const startNext = (): void => {
    for (const [orgId, line] of lines) {
      if (running.size >= atOnce) return
      if (running.has(orgId)) continue
      running.add(orgId)
      line.shift()?.()
    }
  }
  const end = (orgId: string): void => {
    running.delete(orgId)
    const line = lines.get(orgId) ?? []
    lines.delete(orgId)
    if (line.length > 0) lines.set(orgId, line)
    startNext()
  }

  return (orgId, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(orgId) ?? []
      lines.set(orgId, line)
      line.push(
        () =>
          void work()
            .finally(() => end(orgId))
            .then(resolve, reject),
      )
      startNext()
    })
}
