/**
 * Resolves in a task of its own, so that what is done by many at once leaves room between for a finger; where the browser has no word
 * for that, at once.
 */
export const ownTask = async (): Promise<void> => {
  if ('scheduler' in globalThis && 'yield' in scheduler) await scheduler.yield()
}
