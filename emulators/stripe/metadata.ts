import { invalid } from './errors.ts'

type Metadata = Record<string, string>

/** Merged by key; '' removes one key, or all. */
export function mergeMetadata(
  present: Metadata | null,
  changes: '' | Metadata | undefined,
): Metadata {
  if (changes === '') return {}
  const result = { ...present, ...changes }
  for (const [key, value] of Object.entries(result)) {
    if (value === '') delete result[key]
    if (key.length > 40 || value.length > 500)
      throw invalid(`Metadata is limited to 40 and 500 characters.`, undefined, 'metadata')
  }
  if (Object.keys(result).length > 50)
    throw invalid('Metadata can have up to 50 keys.', undefined, 'metadata')
  return result
}

/** '' unsets. */
export function orNull<T>(value: T | ''): T | null {
  return value === '' ? null : value
}

export function setPresent<T extends object>(
  target: T,
  values: { [K in keyof T]?: T[K] | undefined },
): void {
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) Reflect.set(target, key, value)
}
