import { useLive } from '../../../shared/offline/device.tsx'
import { unsettled, type Unsettled } from '../../../offline/live.ts'

export const useRefusal = (id: string | null): string | null => refusalOf(useLive(unsettled), id)

const refusalOf = (all: Unsettled | undefined, id: string | null): string | null => {
  const refused = all?.needAttention.find(({ entity }) => entity === `search:${id ?? ''}`)
  if (refused === undefined) return null
  const { problem } = refused
  if (problem?.code === 'name-taken') return `${problem.detail} Choose a different name.`
  const why = problem?.errors?.[0]?.detail ?? problem?.detail ?? ''
  return why === '' ? 'We couldn’t sync this change. See the Sync centre.' : why
}
