type Value = string | Value[] | { [name: string]: Value }

/** `items[0][price]=x` becomes `{items: [{price: 'x'}]}`. */
export function decodeForm(text: string): Record<string, Value> {
  const root: Record<string, Value> = {}
  for (const [key, value] of new URLSearchParams(text)) put(root, pathOf(key), value)
  const result = withArrays(root)
  return typeof result === 'object' && !Array.isArray(result) ? result : {}
}

function pathOf(key: string): string[] {
  const [, head = key, rest = ''] = /^([^[]*)((?:\[[^[\]]*\])*)$/.exec(key) ?? []
  return [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
}

function put(into: Record<string, Value>, [head = '', ...rest]: string[], value: string): void {
  if (head === '__proto__') return
  const key = head === '' ? String(Object.keys(into).length) : head
  if (rest.length === 0) {
    into[key] = value
    return
  }
  const present = into[key]
  const next = typeof present === 'object' && !Array.isArray(present) ? present : {}
  into[key] = next
  put(next, rest, value)
}

function withArrays(value: Value): Value {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, withArrays(each)] as const)
  const isArray = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isArray ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
