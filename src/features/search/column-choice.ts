import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import type { Category } from '../../../contract/records.ts'
import { readStored, writeStored } from '../../lib/stored.ts'

const Keys = z.nullable(z.array(z.string()))
const Choice = z.object({ company: Keys, people: Keys })

const key = 'fieldbook.columns'

/** Which columns one wants to see on this device, by category; null means the standard ones. */
const stored = z.safeParse(Choice, readStored(key))
const choice = proxy(stored.success ? stored.data : { company: null, people: null })
subscribe(choice, () => writeStored(key, { ...choice }))

export const useColumnChoice = (category: Category): readonly string[] | null =>
  useSnapshot(choice)[category]

export const chooseColumns = (category: Category, keys: readonly string[] | null): void => {
  choice[category] = keys === null ? null : [...keys]
}
