/** A value kept in the browser's storage, or null where it is missing, damaged or storage is refused. */
export const readStored = (key: string, storage?: Storage): unknown => {
  try {
    const text = (storage ?? localStorage).getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps a value; where storage is full or refused it lasts until the page closes. */
export const writeStored = (key: string, value: unknown, storage?: Storage): void => {
  try {
    ;(storage ?? localStorage).setItem(key, JSON.stringify(value))
  } catch {
    // Preferences are not worth an error.
  }
}
