/** Null where the value is missing or damaged, or storage is refused. */
export const readStored = (key: string, storage?: Storage): unknown => {
  try {
    const text = (storage ?? localStorage).getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Does nothing where storage is full or refused. */
export const writeStored = (key: string, value: unknown, storage?: Storage): void => {
  try {
    ;(storage ?? localStorage).setItem(key, JSON.stringify(value))
  } catch {
    // Preferences are not worth an error.
  }
}
