import * as z from 'zod/mini'
import { ReadRefused, type Calls } from './calls.ts'
import type { Api } from '../port.ts'
import { guidOf } from './tables.ts'

const Settings = z.object({ value: z.array(z.object({ timezonecode: z.nullish(z.number()) })) })
const Definitions = z.object({ value: z.array(z.object({ standardname: z.nullish(z.string()) })) })

/** IANA, of a user's settings; null for zones outside Australia and New Zealand. */
export const readTimeZone = async (
  calls: Calls,
  api: Api,
  userId: string,
): Promise<string | null> => {
  try {
    const settings = await calls.get(
      api,
      `/usersettingscollection?$select=timezonecode&$filter=${encodeURIComponent(`systemuserid eq ${guidOf(userId)}`)}`,
      Settings,
    )
    const code = settings.value[0]?.timezonecode
    if (typeof code !== 'number') return null
    const definitions = await calls.get(
      api,
      `/timezonedefinitions?$select=standardname&$filter=${encodeURIComponent(`timezonecode eq ${code}`)}`,
      Definitions,
    )
    return zones[definitions.value[0]?.standardname ?? ''] ?? null
  } catch (cause) {
    if (cause instanceof ReadRefused) return null
    throw cause
  }
}

/** Windows names: https://github.com/unicode-org/cldr/blob/main/common/supplemental/windowsZones.xml */
const zones: Readonly<Record<string, string>> = {
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'Tasmania Standard Time': 'Australia/Hobart',
  'Cen. Australia Standard Time': 'Australia/Adelaide',
  'AUS Central Standard Time': 'Australia/Darwin',
  'Aus Central W. Standard Time': 'Australia/Eucla',
  'W. Australia Standard Time': 'Australia/Perth',
  'Lord Howe Standard Time': 'Australia/Lord_Howe',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Chatham Islands Standard Time': 'Pacific/Chatham',
}
