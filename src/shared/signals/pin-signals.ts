import { categoriesOf } from '../../../contract/signals/signal-flags.ts'
import type { Signal, SignalCategory } from '../../../contract/signals/signals.ts'
import { nullIfRefused } from '../../lib/null-if-refused.ts'
import type { ApiClient } from '../../lib/api.ts'
import type { Local } from '../../offline/outbox.ts'
import { savePinSignals } from '../../offline/signals.ts'
import { recordsCall, type SignalPrefix } from './newest-signals.ts'

const maxAge = 4 * 3_600_000
/** Of each category: a copy may have 5,000 records, and one request answers as many. */
const maxPerPin = 100

/** Stores the newest signals of the records of each complete offline copy, so that they travel with it. */
export const fetchPinSignals = async (
  api: ApiClient,
  local: Local,
  prefix: SignalPrefix,
): Promise<void> => {
  const pins = await local.device.read((tables) => tables.pins.toArray())
  const ask = recordsCall(api, prefix)
  const categories: readonly SignalCategory[] = categoriesOf[prefix]
  for (const { id, sourceId, state, signalsAt = 0 } of pins) {
    if (state !== 'ready' || local.now() - signalsAt < maxAge) continue
    const found: Signal[] = []
    for (const category of categories) {
      const filters = { lists: [sourceId] }
      const answer = await ask({ category, filters, size: maxPerPin }).catch(nullIfRefused)
      found.push(...(answer?.signals ?? []))
    }
    await savePinSignals(local, id, found)
  }
}
