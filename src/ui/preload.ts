/** Loads code before a press. A failure stays silent: the press tries again and shows it. */
export const preload = (load: () => Promise<unknown>): void => void load().catch(() => {})
