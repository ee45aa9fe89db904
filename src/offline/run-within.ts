/** Waits for work at most `ms`, and never rejects: true where it was done in time. */
export const runWithin = async (ms: number, work: () => Promise<unknown>): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = async (): Promise<boolean> => {
    try {
      await work()
      return true
    } catch {
      return false
    }
  }
  const result = await Promise.race([done(), late])
  clearTimeout(timer)
  return result
}
